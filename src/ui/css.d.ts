/** Style sheets are bundled by esbuild; they export nothing. */
declare module '*.css';
