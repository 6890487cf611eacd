import { describe, expect, test } from 'bun:test'
import { jcs, type Json } from '../../src/canonical/jcs.ts'
import { seededRandom } from '../support/still.ts'

const double = (bits: string): number => Buffer.from(bits, 'hex').readDoubleBE()

describe('RFC 8785', () => {
  /** Appendix B: IEEE 754 bits and their JSON. */
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the double %s as %s', (bits, text) => {
    expect(jcs(double(bits))).toBe(text)
  })

  test.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])('has no word for the double %s', (bits) => {
    expect(() => jcs({ value: double(bits) })).toThrow('JSON cannot represent')
  })

  /** Section 3.2.2. */
  test('writes the example of the standard', () => {
    const body = `{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`
    expect(jcs(JSON.parse(body) as Json)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  /** Section 3.2.3: by UTF-16 code units, so that the emoji (a surrogate pair) comes before U+FB33. */
  test('sorts keys by UTF-16 code units', () => {
    const sorted = jcs({
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    })
    expect(Object.values(JSON.parse(sorted) as object).length).toBe(7)
    expect([...sorted.matchAll(/:"([^"]+)"/g)].map((match) => match[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test('sorts at every depth and leaves lists in their order', () => {
    expect(jcs({ b: [{ z: 1, a: [3, 1, 2] }], a: { d: null, c: {} } })).toBe(
      '{"a":{"c":{},"d":null},"b":[{"a":[3,1,2],"z":1}]}',
    )
    // Keys that look like numbers are sorted as texts, although engines enumerate them first.
    expect(jcs({ '10': 1, '9': 2, a: 3 })).toBe('{"10":1,"9":2,"a":3}')
  })

  test('escapes control characters and nothing else', () => {
    expect(jcs('\u0000\u0008\u0009\n\u000c\r\u001f"\\/\u007f\u2028é')).toBe(
      '"\\u0000\\b\\t\\n\\f\\r\\u001f\\"\\\\/\u007f\u2028é"',
    )
  })

  test.each(['\ud800', 'x\udc00', '\udc00\ud800'])('refuses a lone surrogate, in values and in keys', (text) => {
    expect(() => jcs({ a: [text] })).toThrow(TypeError)
    expect(() => jcs({ [text]: 1 })).toThrow(TypeError)
  })
})

/** JSON has no word for some of these, and types would not let them come here. */
test('members that are undefined are left out; a list cannot leave out', () => {
  expect(jcs({ a: undefined, b: 1 } as unknown as Json)).toBe('{"b":1}')
  expect(() => jcs([undefined] as unknown as Json)).toThrow('cannot represent undefined')
  for (const foreign of [1n, () => 1, Symbol('s')]) expect(() => jcs(foreign as unknown as Json)).toThrow(TypeError)
})

test('two spellings of one object have one form, and the form reads back as the object', () => {
  const random = seededRandom(5)
  const make = (depth: number): Json => {
    const kind = random.integer(0, depth > 0 ? 6 : 4)
    if (kind === 0) return null
    if (kind === 1) return random.integer(0, 1) === 1
    if (kind === 2) return random.integer(-1_000_000, 1_000_000) / 997
    if (kind <= 4) return String.fromCodePoint(...Array.from({ length: 4 }, () => random.integer(1, 0xd7ff)))
    const items = Array.from({ length: random.integer(0, 5) }, () => make(depth - 1))
    return kind === 5 ? items : Object.fromEntries(items.map((item, at) => [`${random.integer(0, 99)}k${at}`, item]))
  }
  const shuffled = (value: Json): Json => {
    if (Array.isArray(value)) return value.map((each: Json) => shuffled(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value as Record<string, Json>)
        .toReversed()
        .map(([key, member]) => [key, shuffled(member)]),
    )
  }
  for (let run = 0; run < 500; run++) {
    const value = make(3)
    expect(jcs(shuffled(value))).toBe(jcs(value))
    expect(JSON.parse(jcs(value))).toEqual(value)
  }
})
