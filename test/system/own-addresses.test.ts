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

test('offers name PUBLIC_URL, else what buyers on this machine can use', () => {
  const url = (HOST: string) => publicUrlOf({ HOST, PORT: 1 })
  expect(['0.0.0.0', '127.0.0.1', '::', '192.0.2.7', '2001:db8::7'].map(url)).toEqual([
    'http://localhost:1',
    'http://localhost:1',
    'http://localhost:1',
    'http://192.0.2.7:1',
    'http://[2001:db8::7]:1',
  ])
  expect(publicUrlOf({ PUBLIC_URL: 'https://a.example//', HOST: '0.0.0.0', PORT: 1 })).toBe('https://a.example')
})
