/**
 * The text of one IP address as sixteen-bit groups: two of IPv4, eight of IPv6. IPv4 that travels inside IPv6 is IPv4:
 * mapped (RFC 4291, 2.5.5.2) and behind a translator (RFC 6052). Otherwise all clients of IPv4 would count as one
 * there.
 */
export type IpGroups =
  | { readonly version: 4; readonly groups: readonly [number, number] }
  | { readonly version: 6; readonly groups: readonly number[] }

const ipv4Groups = (text: string): readonly [number, number] | null => {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  const [a, b, c, d] = parts.map(Number) as [number, number, number, number]
  return [a * 256 + b, c * 256 + d]
}

/** Sixteen-bit groups of one side of `::`. Only the very last may be dotted. */
const sideGroups = (side: string, isLast: boolean): readonly number[] | null => {
  if (side === '') return []
  const parts = side.split(':')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    const dotted = isLast && index === parts.length - 1 ? ipv4Groups(part) : null
    if (dotted) groups.push(...dotted)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return null
  }
  return groups
}

const ipv6Groups = (text: string): readonly number[] | null => {
  const sides = text.split('::')
  if (sides.length > 2) return null
  const [before = '', after] = sides
  const head = sideGroups(before, after === undefined)
  const tail = after === undefined ? [] : sideGroups(after, true)
  if (!head || !tail) return null
  const missing = 8 - head.length - tail.length
  if (after === undefined ? missing !== 0 : missing < 1) return null
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail]
}

/** Prefixes of IPv6 addresses that contain an IPv4 address. */
const CARRIERS: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
]

const carried = (groups: readonly number[]): readonly [number, number] | null =>
  CARRIERS.some((carrier) => carrier.every((group, at) => groups[at] === group)) ? [groups[6]!, groups[7]!] : null

/** Longest IPv6 text 45 characters, a zone of link-local addresses behind it. */
const MAX_CHARS = 100

const read = (address: string): IpGroups | null => {
  const text = address.replace(/%.*$/, '')
  const plain = ipv4Groups(text)
  if (plain) return { version: 4, groups: plain }
  const groups = ipv6Groups(text)
  if (!groups) return null
  const inside = carried(groups)
  return inside ? { version: 4, groups: inside } : { version: 6, groups }
}

/** Addresses that are remembered; the one read longest ago is forgotten. */
const MOST = 4_096
const known = new Map<string, IpGroups | null>()

/**
 * `null` when the text is no address. A zone (`%eth0`) is left out. Each request asks several times for its client's.
 */
export const ipGroups = (address: string): IpGroups | null => {
  if (address.length > MAX_CHARS) return null
  const before = known.get(address)
  if (before !== undefined) return before
  const groups = read(address)
  known.set(address, groups)
  if (known.size > MOST) known.delete(known.keys().next().value!)
  return groups
}
