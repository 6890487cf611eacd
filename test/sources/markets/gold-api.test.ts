import { describe, expect, test } from 'bun:test'
import { goldApi, goldSpot, metalSpot } from '../../../src/sources/markets/gold-api.ts'
import { UnreadableReply } from '../../../src/sources/query.ts'
import { recorded, recordedAvailable } from '../../support/recorded.ts'

test('gold in dollars is asked for, within five seconds', () => {
  expect(goldSpot.path).toBe('/price/XAU')
  expect(goldSpot.provider).toBe(goldApi)
  expect([goldApi.name, goldApi.timeoutMs, goldApi.rights]).toEqual(['goldapi', 5000, 'open'])
})

describe.skipIf(!recordedAvailable)('a recorded reply', () => {
  test('of gold has a currency', () => {
    const { body } = recorded('macro/gold-api/price-xau')
    expect(goldSpot.read(body)).toEqual({ price: '4357.799805', at: Date.UTC(2026, 7, 19, 9, 37, 7) })
  })

  test('of silver, from before mid-2026, has none', () => {
    const { body } = recorded('macro/gold-api/price-xag-old-shape')
    expect(metalSpot('XAG').read(body)).toEqual({ price: '67.938004', at: Date.UTC(2026, 2, 22, 13, 9, 10) })
    expect(() => goldSpot.read(body)).toThrow('asked for XAU, answered XAG')
  })
})

describe('a made-up reply', () => {
  const NEW =
    '{"currency":"USD","exchangeRate":1,"price":4165.200195,"symbol":"XAU","updatedAt":"2026-07-03T16:08:54Z"}'
  const OLD = '{"name":"Gold","price":4165.20,"symbol":"XAU","updatedAt":"2026-03-22T13:09:10Z"}'

  test('is read with and without its currency, the price as it was spelled', () => {
    expect(goldSpot.read(NEW)).toEqual({ price: '4165.200195', at: Date.UTC(2026, 6, 3, 16, 8, 54) })
    expect(goldSpot.read(OLD)).toEqual({ price: '4165.20', at: Date.UTC(2026, 2, 22, 13, 9, 10) })
  })

  test('keeps digits that a float would lose', () => {
    expect(goldSpot.read(OLD.replace('4165.20', '4165.200000000000000010')).price).toBe('4165.200000000000000010')
    expect(goldSpot.read(OLD.replace('4165.20', '4.16520e3')).price).toBe('4165.20')
  })

  test('in another currency or of another metal is refused', () => {
    expect(() => goldSpot.read(NEW.replace('"USD"', '"EUR"'))).toThrow('the price is in EUR, not in USD')
    expect(() => goldSpot.read(NEW.replace('"USD"', 'null'))).toThrow('reply.currency')
    expect(() => goldSpot.read(NEW.replace('XAU', 'XAG'))).toThrow('asked for XAU, answered XAG')
    expect(() => metalSpot('XAG').read(NEW)).toThrow('asked for XAG, answered XAU')
  })

  test.each(['null', '0', '-4165.2', '"n/a"', 'true'])('with the price %s is refused', (price) => {
    expect(() => goldSpot.read(OLD.replace('4165.20', price))).toThrow('reply.price')
  })

  test('without a price or a time is refused', () => {
    expect(() => goldSpot.read(OLD.replace('"price":4165.20,', ''))).toThrow('reply.price is missing')
    expect(() => goldSpot.read(OLD.replace('2026-03-22T13:09:10Z', 'a few seconds ago'))).toThrow('reply.updatedAt')
    expect(() => goldSpot.read(OLD.replace('2026-03-22T13:09:10Z', '2026-03-22'))).toThrow('reply.updatedAt')
  })

  test('that is an error, a page or nothing is refused', () => {
    for (const body of ['{"error":"Symbol not found"}', '<html></html>', '', 'null', '[]'])
      expect(() => goldSpot.read(body)).toThrow(UnreadableReply)
  })
})
