import { BlockList, isIP } from 'node:net';

/** The class of an IP address. Only addresses of the class `public` are reachable from outside this computer and its network. */
export type HostClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'reserved';

type Special = Exclude<HostClass, 'public'>;

// The address ranges of each class except `public`. If several ranges contain an address, the first range counts. `hostClass` decides about
// addresses in none of these ranges.
const RANGES: readonly (readonly [Special, readonly string[]])[] = [
  // The metadata services of cloud providers give credentials to every process of a virtual machine.
  [
    'metadata',
    ['169.254.169.254/32', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32', 'fd00:ec2::254/128'],
  ],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  [
    'private',
    [
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      '100.64.0.0/10',
      '198.18.0.0/15',
      'fc00::/7',
      'fec0::/10',
    ],
  ],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['unspecified', ['0.0.0.0/8', '::/128']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  ['reserved', ['192.0.0.0/24', '240.0.0.0/4']],
];

// The prefixes, in groups of 16 bits, after which an IPv6 address contains an IPv4 address: IPv4-mapped, IPv4-compatible, NAT64 and 6to4,
// in this order.
const HOLDERS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0, 0, 0, 0, 0, 0],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0x2002],
];

const LISTS = RANGES.map(([kind, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 4 ? 'ipv4' : 'ipv6');
  }
  return { kind, list };
});

/** Returns the class of an IP address in any notation of `node:net`, with or without a zone; null for other text. */
export function hostClass(address: string): HostClass | null {
  const [plain = ''] = address.split('%');
  switch (isIP(plain)) {
    case 4:
      return LISTS.find(({ list }) => list.check(plain, 'ipv4'))?.kind ?? 'public';
    case 6: {
      const groups = groupsOf(plain);
      const known = LISTS.find(({ list }) => list.check(plain, 'ipv6'))?.kind;
      if (known !== undefined) return known;
      const holder = HOLDERS.find((prefix) => prefix.every((group, index) => groups[index] === group));
      if (holder !== undefined) return hostClass(ipv4At(groups, holder.length));
      return ((groups[0] ?? 0) & 0xe000) === 0x2000 ? 'public' : 'reserved';
    }
    default:
      return null;
  }
}

function ipv4At(groups: readonly number[], index: number): string {
  return [groups[index] ?? 0, groups[index + 1] ?? 0]
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

function groupsOf(address: string): number[] {
  // The URL parser writes a trailing IPv4 part (`::ffff:1.2.3.4`) as two groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), read(tail ?? '')];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
