import { type Route, routesOn } from '../../api/route.ts';
import type { Context } from '../context.ts';

/** A route that acts on what the server is made of. */
export type AdminRoute = Route<Context>;

export const { route, ownRoute } = routesOn<Context>();
