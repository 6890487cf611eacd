/** How contracts read arguments and write results. https://docs.soliditylang.org/en/latest/abi-spec.html */

const DIGITS = 64

const number = (value: bigint): string => value.toString(16).padStart(DIGITS, '0')
const count = (value: number): string => number(BigInt(value))
const filled = (hex: string): string => hex + '0'.repeat((DIGITS - (hex.length % DIGITS)) % DIGITS)
const read = (hex: string, from: number): number => Number(`0x${hex.slice(from, from + DIGITS)}`)

/** Whole numbers, a word each. */
export const uintResult = (...values: readonly bigint[]): string => values.map(number).join('')

/** A text alone. */
export const textResult = (text: string): string => {
  const hex = Buffer.from(text).toString('hex')
  return count(32) + count(hex.length / 2) + filled(hex)
}

/** The calls in the arguments of `aggregate3((address target, bool allowFailure, bytes callData)[])`. */
export const uncalled = (hex: string): readonly { readonly target: string; readonly input: string }[] => {
  const start = read(hex, 0) * 2
  const first = start + DIGITS
  return Array.from({ length: read(hex, start) }, (_, at) => {
    const tuple = first + read(hex, first + at * DIGITS) * 2
    const bytes = tuple + read(hex, tuple + 2 * DIGITS) * 2
    const input = hex.slice(bytes + DIGITS, bytes + DIGITS + read(hex, bytes) * 2)
    return { target: `0x${hex.slice(tuple + 24, tuple + DIGITS)}`, input }
  })
}

/** Its results: `(bool success, bytes returnData)[]`. */
export const bytesResult = (results: readonly { readonly ok: boolean; readonly output: string }[]): string => {
  const tuples = results.map(
    ({ ok, output }) => count(ok ? 1 : 0) + count(64) + count(output.length / 2) + filled(output),
  )
  let next = results.length * 32
  const offsets = tuples.map((tuple) => {
    const own = next
    next += tuple.length / 2
    return count(own)
  })
  return count(32) + count(results.length) + offsets.join('') + tuples.join('')
}
