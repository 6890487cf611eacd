import { utf8ToBytes } from '@noble/hashes/utils.js'

/** JSON in base64 of UTF-8, as x402 writes it into headers. */

export const toBase64Json = (value: unknown): string =>
  btoa(Array.from(utf8ToBytes(JSON.stringify(value)), (byte) => String.fromCharCode(byte)).join(''))

/** `null` for anything else. */
export const fromBase64Json = (text: string): unknown => {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}
