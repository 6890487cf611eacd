import { describe, expect, test } from 'bun:test'
import { source, url } from '../../../src/dlc/terms/addresses.ts'
import { type Field, noNotes } from '../../../src/dlc/terms/checks.ts'
import { around } from '../../support/dlc/bodies.ts'

const read = (field: Field<unknown>, value: unknown): unknown => {
  const notes = noNotes()
  return field(notes, 'at', value) ?? notes.broken.map(({ rule }) => rule).join()
}

test.each([
  'https://a.example/hook?x=1',
  'https://a.example',
  'https://a.example:443/',
  'https://a.example:8443/',
  'https://1.1.1.1/',
  'http://127.0.0.1:9900/allowed-by-configuration',
])('an address to call: %s', (text) => {
  expect(read(url(around), text)).toBe(text)
})

test.each([
  ['http://a.example/', 'url_not_allowed'],
  ['http://127.0.0.1:9901/', 'url_not_allowed'],
  ['http://127.0.0.1/', 'url_not_allowed'],
  ['https://user:pass@a.example/', 'url_not_allowed'],
  ['https://user@a.example/', 'url_not_allowed'],
  ['https://a.example:25/', 'url_not_allowed'],
  ['https://a.example:1023/', 'url_not_allowed'],
  ['file:///etc/passwd', 'url_not_allowed'],
  ['data:text/plain,yes', 'url_not_allowed'],
  ['javascript:1', 'url_not_allowed'],
  ['//a.example/', 'url_unreadable'],
  ['/hook', 'url_unreadable'],
  ['a.example', 'url_unreadable'],
  ['', 'url_unreadable'],
  [' https://a.example/', 'url_unreadable'],
  ['https://a.example/\nX-Header: 1', 'url_unreadable'],
  ['https://', 'url_unreadable'],
  ['https://oracle.example/x', 'own_address'],
  ['https://ORACLE.example./x', 'own_address'],
  ['https://localhost:4020/', 'own_address'],
  [`https://a.example/${'x'.repeat(2048)}`, 'too_long'],
  [7, 'wrong_type'],
  [['https://a.example/'], 'wrong_type'],
] as const)('not an address to call: %p, %s', (text, rule) => {
  expect(read(url(around), text)).toBe(rule)
})

test.each([
  ['BTCUSD', 'BTCUSD'],
  ['BTCEURVWAP', 'BTCEURVWAP'],
  ['/oracle/price/btc/usd', 'BTCUSD'],
  ['/Oracle/Price/ETH/jpy', 'ETHJPY'],
  ['https://oracle.example/oracle/price/btc/eur/vwap', 'BTCEURVWAP'],
  ['https://oracle.example:443/oracle/price/xau/usd', 'XAUUSD'],
])('%s is read internally as %s', (given, pair) => {
  expect(read(source(around), given)).toEqual({ kind: 'feed', given, pair })
})

describe('a service that is reached over plain http, as the demonstration is', () => {
  const demo = { ...around, ownHosts: ['localhost:8402', 'localhost', '127.0.0.1:8402'], plainHosts: [] }

  test.each([
    ['http://localhost:8402/oracle/price/btc/usd', 'BTCUSD'],
    ['http://127.0.0.1:8402/oracle/price/ETH/eur', 'ETHEUR'],
  ])('reads its own %s internally as %s', (given, pair) => {
    expect(read(source(demo), given)).toEqual({ kind: 'feed', given, pair })
  })

  test.each([
    ['http://localhost:8402/oracle/price/btc/usd/preview', 'own_address'],
    ['http://user@localhost:8402/oracle/price/btc/usd', 'url_not_allowed'],
    ['ftp://localhost:8402/oracle/price/btc/usd', 'url_not_allowed'],
    ['http://localhost:8403/oracle/price/btc/usd', 'url_not_allowed'],
    ['http://api.example/oracle/price/btc/usd', 'url_not_allowed'],
  ])('does not read %s: %s', (given, rule) => {
    expect(read(source(demo), given)).toBe(rule)
  })

  test('does not call itself', () => {
    expect(read(url(demo), 'http://localhost:8402/oracle/price/btc/usd')).toBe('url_not_allowed')
    expect(read(url({ ...demo, plainHosts: ['localhost:8402'] }), 'http://localhost:8402/hook')).toBe('own_address')
  })
})

test('any other address is asked at maturity', () => {
  const given = 'https://api.example/oracle/price/btc/usd'
  expect(read(source(around), given)).toEqual({ kind: 'url', given })
})

test.each([
  ['/oracle/price/btc/usd/preview', 'own_address'],
  ['/oracle/price/btc/usd?x=1', 'own_address'],
  ['https://oracle.example/oracle/price/eur/usd', 'own_address'],
  ['https://oracle.example/oracle/price/btc/usd/', 'own_address'],
  ['https://oracle.example/oracle/price/btc/usd?at=0', 'own_address'],
  ['//api.example/price', 'url_unreadable'],
  ['btcusd', 'url_unreadable'],
  ['http://api.example/', 'url_not_allowed'],
  [{ pair: 'BTCUSD' }, 'wrong_type'],
] as const)('not a source: %p, %s', (given, rule) => {
  expect(read(source(around), given)).toBe(rule)
})
