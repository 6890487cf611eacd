import { X509Certificate } from 'node:crypto'

/** When the first certificate of a PEM text ends, Unix milliseconds; `null` for one that cannot be read. */
export const certificateEnd = (pem: string): number | null => {
  try {
    const end = Date.parse(new X509Certificate(pem).validTo)
    return Number.isNaN(end) ? null : end
  } catch {
    return null
  }
}
