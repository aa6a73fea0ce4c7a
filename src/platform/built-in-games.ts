import type { Game } from '../contract/game.ts';

type Row = readonly [id: number, title: string, brand: string, demo: 'demo' | 'no demo'];

const rows: readonly Row[] = [
  [101, 'Lucky Lanterns', 'Northlight', 'demo'],
  [102, 'Copper Canyon', 'Northlight', 'demo'],
  [103, 'High Table Blackjack', 'Greenfelt', 'no demo'],
  [104, 'Orbit Roulette', 'Greenfelt', 'demo'],
  [105, 'Café Royale', 'Petit Jeu', 'demo'],
  [106, 'Harbour Lights', 'Northlight', 'demo'],
  [107, 'Seven Tides', 'Northlight', 'demo'],
  [108, 'Winter Fair', 'Northlight', 'demo'],
  [109, 'Paper Dragons', 'Northlight', 'demo'],
  [110, 'Clockwork Garden', 'Northlight', 'demo'],
  [111, 'Single Deck', 'Greenfelt', 'no demo'],
  [112, 'Velvet Baccarat', 'Greenfelt', 'no demo'],
  [113, 'Evening Poker', 'Greenfelt', 'no demo'],
  [114, 'Roulette 36', 'Greenfelt', 'demo'],
  [115, 'Sic Bo House', 'Greenfelt', 'demo'],
  [116, 'Marché de Nuit', 'Petit Jeu', 'demo'],
  [117, 'Confetti', 'Petit Jeu', 'demo'],
  [118, 'Trois Chats', 'Petit Jeu', 'demo'],
  [119, 'Le Phare', 'Petit Jeu', 'demo'],
  [120, 'Bronze Age', 'Quarry', 'demo'],
  [121, 'Deep Seam', 'Quarry', 'demo'],
  [122, 'Gravel Rush', 'Quarry', 'demo'],
  [123, 'Lamplighter', 'Quarry', 'demo'],
  [124, 'Night Shift', 'Quarry', 'no demo'],
];

/** The catalogue when no other is configured. */
export const builtInGames: readonly Game[] = rows.map(([id, title, brand, demo]) => ({
  id,
  title,
  brand,
  image_url: `https://games.example/images/${id}.png`,
  demo: demo === 'demo',
}));
