import { secp256k1 } from '@noble/curves/secp256k1.js'

/** Looks for secrets in everything that left the processes, in every spelling that a careless line of code would choose. */

/** Something that must never be seen, with a name that may. */
export interface Needle {
  readonly name: string
  /** 32 bytes. */
  readonly secret: Uint8Array
}

/** Bytes as they were found, with the name of their place. */
export interface Haystack {
  readonly place: string
  readonly bytes: Uint8Array
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Base64 of the bytes as they stand in a longer text, `before` bytes after its start: what depends on neighbours is cut off. */
const base64Within = (bytes: Uint8Array, before: number, form: 'base64' | 'base64url'): string => {
  const text = Buffer.concat([new Uint8Array(before), bytes]).toString(form)
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

const { ORDER } = secp256k1.Point.Fn

/** The other secret that does the same: with it as nonce or key, the point is the mirrored one. */
const mirrored = (secret: Uint8Array): Uint8Array | null => {
  const value = BigInt(`0x${secret.toHex()}`)
  return value === 0n || value >= ORDER ? null : Uint8Array.fromHex((ORDER - value).toString(16).padStart(64, '0'))
}

/** How a secret may be written; hex in lower case. Mirrored and reversed ones too. */
export const spellings = (secret: Uint8Array): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const other = mirrored(secret)
  for (const [kind, forwards] of [
    ['', secret],
    ['mirrored ', other],
  ] as const) {
    if (!forwards) continue
    for (const [order, bytes] of [
      ['', forwards],
      ['reversed ', forwards.toReversed()],
    ] as const) {
      const add = (form: string, text: string) => void found.set(`${kind}${order}${form}`, text)
      add('raw', latin1(bytes))
      add('hex', bytes.toHex())
      add('decimal', BigInt(`0x${bytes.toHex()}`).toString())
      add('list of bytes', [...bytes].join(','))
      add('spaced list of bytes', [...bytes].join(', '))
      add('object of bytes', JSON.stringify(Object.fromEntries(bytes.entries())).slice(1, -1))
      for (const form of ['base64', 'base64url'] as const)
        for (const before of [0, 1, 2]) add(`${form} at ${before}`, base64Within(bytes, before, form))
    }
  }
  return found
}

/** Texts by their first three bytes, so that a place is read once for all of them. */
const indexed = (texts: readonly (readonly [string, string])[]) => {
  const begins = new Uint8Array(1 << 24)
  const byBegin = new Map<number, { readonly what: string; readonly written: Buffer }[]>()
  for (const [what, text] of texts) {
    const written = Buffer.from(text, 'latin1')
    const begin = written.readUIntBE(0, 3)
    begins[begin] = 1
    byBegin.set(begin, [...(byBegin.get(begin) ?? []), { what, written }])
  }
  return (bytes: Buffer): readonly string[] => {
    const found = new Set<string>()
    let begin = 0
    for (let at = 0; at < bytes.length; at++) {
      begin = ((begin << 8) | (bytes[at] ?? 0)) & 0xffffff
      if (begins[begin] === 0) continue
      for (const { what, written } of byBegin.get(begin) ?? [])
        if (bytes.subarray(at - 2, at - 2 + written.length).equals(written)) found.add(what)
    }
    return [...found]
  }
}

/** Which secret was found where, and how it was spelled; the secret itself is not told. */
export const findNeedles = (needles: readonly Needle[], haystacks: readonly Haystack[]): readonly string[] => {
  const all = needles.flatMap(({ name, secret }) =>
    [...spellings(secret)].map(([spelling, written]) => [`${name}, ${spelling}`, written] as const),
  )
  const isHex = ([what]: readonly [string, string]) => what.endsWith('hex')
  const [asItStands, inLowerCase] = [indexed(all.filter((each) => !isHex(each))), indexed(all.filter(isHex))]
  return haystacks.flatMap(({ place, bytes }) => {
    const buffer = Buffer.from(bytes)
    const lowerCase = Buffer.from(latin1(bytes).toLowerCase(), 'latin1')
    return [...asItStands(buffer), ...inLowerCase(lowerCase)].map((what) => `${place}: ${what}`)
  })
}
