/** An item of the game list, as it goes over the wire (section 2). */
export interface Game {
  readonly id: number;
  readonly title: string;
  readonly brand: string;
  readonly image_url: string;
  readonly demo: boolean;
}
