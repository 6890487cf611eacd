import { describe, expect, test } from 'bun:test'
import {
  decimal,
  entries,
  field,
  flag,
  item,
  items,
  millisFromIso,
  millisFromSeconds,
  optional,
  piece,
  positive,
  price,
  reply,
  same,
  text,
  unrefused,
  whole,
} from '../../src/sources/shape.ts'
import { unreadable } from '../support/unreadable.ts'

describe('the shape of a reply', () => {
  test('the first missing thing is named with its path', () => {
    const body = reply('{"result":{"XXBTZUSD":{"a":["1"]}}}')
    const pair = field(field(body, 'result'), 'XXBTZUSD')
    expect(text(item(field(pair, 'a'), 0))).toBe('1')
    expect(unreadable(() => item(field(pair, 'a'), 1))).toBe('reply.result.XXBTZUSD.a[1] is missing')
    expect(unreadable(() => field(pair, 'b'))).toBe('reply.result.XXBTZUSD.b is missing')
    expect(unreadable(() => items(pair))).toContain('reply.result.XXBTZUSD is not a list')
  })

  test('what an object inherits is not a member of the reply', () => {
    expect(unreadable(() => field(reply('{}'), 'toString'))).toBe('reply.toString is missing')
    expect(optional(reply('{}'), 'constructor')).toBeNull()
  })

  test('lists, nulls and texts are no objects', () => {
    for (const body of ['[]', 'null', '"a"', 'true']) {
      expect(unreadable(() => field(reply(body), 'a'))).toStartWith('reply is not an object')
      expect(unreadable(() => entries(reply(body)))).toStartWith('reply is not an object')
    }
  })

  test('a JSON number keeps its spelling when the body is read here, and is refused when it has been a float', () => {
    expect(decimal(field(reply('{"p":5053001.0}'), 'p'))).toBe('5053001.0')
    expect(decimal(field(reply('{"p":76756.660000000003}'), 'p'))).toBe('76756.660000000003')
    expect(unreadable(() => decimal(piece(5.1)))).toBe('reply is not a text: 5.1')
  })

  test('an unknown price is null, a negative one is an error', () => {
    for (const body of ['null', '""', '"0"', '0', '"0.00000000"', '0e-8', '-0.0']) {
      if (body === '-0.0') expect(unreadable(() => price(reply(body)))).toContain('is not a price')
      else expect(price(reply(body))).toBeNull()
    }
    expect(price(reply('1.3e-07'))).toBe('0.00000013')
    expect(unreadable(() => price(reply('"-1"')))).toContain('is not a price')
    expect(unreadable(() => price(reply('"n/a"')))).toContain('is not a decimal number')
    expect(unreadable(() => positive(reply('0')))).toContain('is not a number above zero')
  })

  test('whole numbers come as numbers or digits, inside the safe range', () => {
    expect(whole(reply('1789677927362'))).toBe(1_789_677_927_362)
    expect(whole(reply('"1789677927362"'))).toBe(1_789_677_927_362)
    expect(whole(piece(-1))).toBe(-1)
    for (const body of ['""', '"1.5"', '1.5', 'null', '"1e3"', '9007199254740993', '" 1"', 'true']) {
      expect(unreadable(() => whole(reply(body)))).toContain('is not a whole number')
    }
  })

  test('seconds are cut to milliseconds, not rounded', () => {
    expect(millisFromSeconds(reply('1762815814.2849999'))).toBe(1_762_815_814_284)
    expect(millisFromSeconds(reply('"1560481868"'))).toBe(1_560_481_868_000)
    expect(millisFromSeconds(reply('1.7e9'))).toBe(1_700_000_000_000)
  })

  test('a time without a zone is UTC wherever this machine stands', () => {
    expect(millisFromIso(reply('"2017-12-20T07:44:19.23"'))).toBe(1_513_755_859_230)
    expect(millisFromIso(reply('"2015-04-08T20:49:06.506997Z"'))).toBe(1_428_526_146_506)
    expect(millisFromIso(reply('"2026-01-01T09:00:00+09:00"'))).toBe(Date.UTC(2026, 0, 1))
    for (const body of ['"2026-01-01"', '"2026-13-01T00:00:00Z"', '"yesterday"', '""', '1700000000']) {
      expect(unreadable(() => millisFromIso(reply(body)))).toContain('is not')
    }
  })

  test('flags and expected texts', () => {
    expect(flag(reply('true'))).toBe(true)
    expect(unreadable(() => flag(reply('"true"')))).toContain('is not true or false')
    same(reply('"BTC-USDT"'), 'BTC-USDT')
    expect(unreadable(() => same(reply('"BTC-USD-SWAP"'), 'BTC-USDT'))).toBe('reply is not BTC-USDT: "BTC-USD-SWAP"')
  })

  test('an error object is thrown in the words of the provider, and anything else passes', () => {
    expect(unreadable(() => unrefused(reply('{"message":"NotFound"}'), 'message'))).toBe(
      'the provider answered: "NotFound"',
    )
    expect(unrefused(reply('[1]'), 'message').value).toEqual(['1'])
  })
})
