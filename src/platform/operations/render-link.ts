/** Content of get_game_link and its demo (section 4). */
export const renderLink = (url: string): string => `{"url":${JSON.stringify(url)}}`;
