const hostPattern = /^(?<name>\[[0-9a-f:]+\]|[^\s:@[\]/]+)(?::\d{1,5})?$/i;

/**
 * Whether a Host header names this machine, by a name that no stranger's DNS can point here: a
 * loopback address, `localhost`, or one of the configured names. The port is free.
 */
export const isHostAllowed = (
  header: string | undefined,
  configured: readonly string[],
): boolean => {
  const name = hostPattern.exec(header ?? '')?.groups?.['name']?.toLowerCase();
  if (name === undefined) return false;
  return (
    name === 'localhost' ||
    name === '[::1]' ||
    isIpv4Loopback(name) ||
    configured.some((host) => host.toLowerCase() === name)
  );
};

const isIpv4Loopback = (name: string): boolean =>
  /^127(?:\.\d{1,3}){3}$/.test(name) && name.split('.').every((part) => Number(part) <= 255);
