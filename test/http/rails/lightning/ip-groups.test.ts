import { expect, test } from 'bun:test'
import { ipGroups } from '../../../../src/http/rails/lightning/ip-groups.ts'

const V4 = { version: 4, groups: [0x7f00, 1] } as const

test('an address that was read before reads the same, and no other by it', () => {
  for (let times = 0; times < 3; times++) {
    expect(ipGroups('127.0.0.1')).toEqual(V4)
    expect(ipGroups('::ffff:127.0.0.1')).toEqual(V4)
    expect(ipGroups('127.0.0.')).toBeNull()
    expect(ipGroups('127.0.0.1 ')).toBeNull()
    expect(ipGroups('127.0.0.2')).toEqual({ version: 4, groups: [0x7f00, 2] })
    expect(ipGroups('2001:db8::7%eth0')).toEqual({ version: 6, groups: [0x2001, 0xdb8, 0, 0, 0, 0, 0, 7] })
  }
})

test('more addresses than are remembered change nothing', () => {
  for (let at = 0; at < 20_000; at++)
    expect(ipGroups(`10.0.${at >> 8}.${at & 255}`)).toEqual({ version: 4, groups: [0x0a00, at] })
  expect(ipGroups('127.0.0.1')).toEqual(V4)
})
