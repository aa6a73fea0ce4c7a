/** Whether the address of a socket is this machine's own; an IPv4 one may come in IPv6's clothes. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined &&
  (address === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/i.test(address));
