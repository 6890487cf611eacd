import { expect, test } from 'bun:test'
import { hostname, networkInterfaces } from 'node:os'
import { publicUrlOf } from '../../src/listening.ts'
import { ownAddresses } from '../../src/system/own-addresses.ts'

const still = () => 0

test('everywhere: localhost, loopback, the name and every address of the machine, and no other', () => {
  const isOwn = ownAddresses('0.0.0.0', still)
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (const { address, family } of found) expect(isOwn(family === 'IPv6' ? `[${address}]` : address)).toBe(true)
  for (const name of ['localhost', '127.0.0.1', '127.0.0.9', hostname().toLowerCase()]) expect(isOwn(name)).toBe(true)
  for (const name of ['evil.example', '203.0.113.9', '', '127.0.0.1.evil.example', '::'])
    expect(isOwn(name)).toBe(false)
})

test('one address: that one, with localhost where it is loopback', () => {
  const one = ownAddresses('192.0.2.7', still)
  expect(['192.0.2.7', 'localhost', '127.0.0.1', '192.0.2.8'].map(one)).toEqual([true, false, false, false])
  const loopback = ownAddresses('127.0.0.1', still)
  expect(['127.0.0.1', 'localhost', hostname().toLowerCase()].map(loopback)).toEqual([true, true, false])
  const six = ownAddresses('2001:db8::7', still)
  expect(['[2001:db8::7]', '2001:db8::7'].map(six)).toEqual([true, false])
})

test('an address in another spelling is that address', () => {
  for (const everywhere of ['0', '0.0.0.0', '::', '::0', '0:0:0:0:0:0:0:0']) {
    const isOwn = ownAddresses(everywhere, still)
    expect([everywhere, isOwn(hostname().toLowerCase()), isOwn('203.0.113.9')]).toEqual([everywhere, true, false])
  }
  expect(['127.0.0.1', 'localhost'].map(ownAddresses('127.1', still))).toEqual([true, true])
  expect(['[::1]', 'localhost'].map(ownAddresses('0:0:0:0:0:0:0:1', still))).toEqual([true, true])
  expect(['[2001:db8::7]', '[2001:DB8::7]'].map(ownAddresses('2001:DB8:0::7', still))).toEqual([true, false])
})

test('a name leads to any address of the machine', () => {
  const isOwn = ownAddresses('Oracle.Internal', still)
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (const { address, family } of found) expect(isOwn(family === 'IPv6' ? `[${address}]` : address)).toBe(true)
  expect(['oracle.internal', 'evil.example', '203.0.113.9'].map(isOwn)).toEqual([true, false, false])
  expect(['localhost', '127.0.0.1', 'evil.example'].map(ownAddresses('localhost', still))).toEqual([true, true, false])
})

test('what a stranger writes is compared, and never read as an address', () => {
  for (const host of ['0.0.0.0', '127.0.0.1', '::1', 'localhost'])
    for (const name of [
      'localhost/x',
      'localhost#',
      'localhost?x',
      'x@localhost',
      'x@127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      'localhost.',
      'LOCALHOST',
      '[0:0:0:0:0:0:0:1]',
      'localhost.evil.example',
    ])
      expect([host, name, ownAddresses(host, still)(name)]).toEqual([host, name, false])
})

test('offers name PUBLIC_URL, else what buyers on this machine can use', () => {
  const url = (HOST: string) => publicUrlOf({ HOST, PORT: 1 })
  expect(['0.0.0.0', '127.0.0.1', '::', '::0', '192.0.2.7', '2001:DB8::7'].map(url)).toEqual([
    'http://localhost:1',
    'http://localhost:1',
    'http://localhost:1',
    'http://localhost:1',
    'http://192.0.2.7:1',
    'http://[2001:db8::7]:1',
  ])
  expect(publicUrlOf({ PUBLIC_URL: 'https://a.example//', HOST: '0.0.0.0', PORT: 1 })).toBe('https://a.example')
})
