import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 of the UTF-8 bytes: the 32 bytes that every signature of this service covers. */
export const digest = (text: string): Uint8Array => sha256(utf8ToBytes(text))

/** The same as 64 lower-case hex digits. */
export const digestHex = (text: string): string => bytesToHex(digest(text))
