import type { Express } from 'express';

export interface LinkOrder {
  playerId: string;
  currency: string;
  gameId: number;
}

export interface WalletOptions {
  platformUrl?: string;
  defect?: string;
}

export declare function createWallet(
  options?: WalletOptions,
): Express & { askForLink(order: LinkOrder): Promise<Response> };
