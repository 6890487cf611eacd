/**
 * Under which name an address is counted. IPv4 as it is; IPv6 by its first 64 bits, since a household or a server gets
 * all of a /64 (RFC 6177) and could use each address once; IPv4 written as IPv6 (RFC 4291, 2.5.5.2) as IPv4.
 */

/** What cannot be read shares one bucket: strict, and it cannot fill the memory. */
const UNREADABLE = 'unreadable'

const ipv4Groups = (text: string): readonly number[] | null => {
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

const dotted = (groups: readonly number[]): string => groups.flatMap((group) => [group >> 8, group & 255]).join('.')

export const limitKey = (address: string): string => {
  // Longest IPv6 text 45 characters, a zone of link-local addresses behind it.
  if (address.length > 100) return UNREADABLE
  const text = address.replace(/%.*$/, '')
  if (ipv4Groups(text)) return text
  const groups = ipv6Groups(text)
  if (!groups) return UNREADABLE
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return dotted(groups.slice(6))
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
