/** How a cluster spreads keys: Redis Cluster Specification, "Key distribution model". */

export const SLOTS = 16_384

/** CRC-16/XMODEM: polynomial 0x1021, from 0, nothing reflected. */
const crc16 = (text: string): number => {
  let crc = 0
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc
}

/** The slot of every key that carries this tag in braces. */
export const slotOfTag = (tag: string): number => crc16(tag) % SLOTS

/** Of a key: of what stands between its first brace and the next closing one, or of the whole key. */
export const slotOfKey = (key: string): number => slotOfTag(/^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key)

/**
 * Short tags whose slots lie evenly apart, so that every primary of a cluster gets its share of them. The order is that of
 * the slots, and never changes.
 */
export const evenTags = (prefix: string, count: number): readonly string[] => {
  const tags = new Map<number, string>()
  for (let number = 0; tags.size < count; number++) {
    const tag = `${prefix}${number.toString(36)}`
    const place = Math.floor((slotOfTag(tag) * count) / SLOTS)
    if (!tags.has(place)) tags.set(place, tag)
  }
  return [...tags].toSorted(([a], [b]) => a - b).map(([, tag]) => tag)
}
