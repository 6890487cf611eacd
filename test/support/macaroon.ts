import { createHmac } from 'node:crypto'

/** What a holder may do: one more HMAC over one more caveat. */
export const narrowed = (base64: string, ...caveats: readonly string[]): string =>
  caveats
    .reduce(
      (bytes, caveat) => {
        const body = bytes.subarray(0, -35)
        const signature = createHmac('sha256', bytes.subarray(-32)).update(caveat).digest()
        const length = Buffer.byteLength(caveat)
        return Buffer.concat([
          body,
          Buffer.from([2, length]),
          Buffer.from(caveat),
          Buffer.from([0, 0, 6, 32]),
          signature,
        ])
      },
      Buffer.from(base64, 'base64'),
    )
    .toString('base64')
