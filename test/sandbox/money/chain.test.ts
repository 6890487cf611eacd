import { describe, expect, test } from 'bun:test'
import { getAddress, hashTypedData } from 'viem'
import { createChain } from '../../../src/sandbox/money/chain.ts'
import {
  BASE_USDC,
  authorizationDigest,
  domainSeparator,
  readAddress,
  readAuthorization,
} from '../../../src/sandbox/money/eip3009.ts'
import { authorization, NOW, sandbox, START_MS } from '../../support/sandbox/money/fixture.ts'
import { seededRandom, stillClock } from '../../support/still.ts'
import { PAYER, SELLER, signTransfer, STRANGER, BASE_USDC as USDC, TRANSFER_TYPES } from '../../support/payer.ts'

/** Order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const withFunds = async (amount = '50000') => {
  const world = sandbox()
  await world.call('/chain/fund', { address: PAYER.address, amount })
  const balance = async (address: string) => (await world.call(`/chain/balance/${address}`)).body['balance']
  const submit = (wire: unknown, signature: unknown) => world.call('/chain/submit', { authorization: wire, signature })
  return { ...world, balance, submit }
}

describe('EIP-712', () => {
  test('the domain separators are those of the deployed contracts', () => {
    expect(domainSeparator(BASE_USDC).toHex()).toBe('02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f')
    const sepolia = {
      ...BASE_USDC,
      chainId: 84532,
      name: 'USDC',
      address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    }
    expect(domainSeparator(sepolia).toHex()).toBe('71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818')
  })

  test('the digest is viem’s', () => {
    const wire = authorization({ value: '123456789', validAfter: '17' })
    const read = readAuthorization(wire)
    if (read === null) throw new Error('a good authorization was not read')
    const expected = hashTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC },
      primaryType: 'TransferWithAuthorization',
      types: TRANSFER_TYPES,
      message: { ...wire, value: read.value, validAfter: read.validAfter, validBefore: read.validBefore },
    })
    expect(`0x${authorizationDigest(domainSeparator(BASE_USDC), read).toHex()}`).toBe(expected)
  })

  test('addresses come out in checksum form', () => {
    for (const address of [PAYER.address, STRANGER.address, SELLER, USDC]) {
      expect(readAddress(address.toLowerCase())).toBe(getAddress(address))
    }
    for (const text of ['', '0x', SELLER.slice(2), `${SELLER}0`, `0X${SELLER.slice(2)}`, null, 7]) {
      expect(readAddress(text)).toBeNull()
    }
  })
})

describe('a signed authorization', () => {
  test('moves the money and is logged', async () => {
    const { call, balance, submit } = await withFunds()
    const wire = authorization()
    const { status, body } = await submit(wire, await signTransfer(wire))
    expect(status).toBe(200)
    expect(body['transaction']).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await balance(PAYER.address)).toBe('40000')
    expect(await balance(SELLER.toLowerCase())).toBe('10000')
    const block = Math.floor((NOW - 1_686_789_347) / 2)
    const line = {
      from: PAYER.address,
      to: SELLER,
      value: '10000',
      nonce: wire.nonce,
      at: START_MS,
      blockNumber: block,
    }
    expect((await call('/chain/transfers')).body).toEqual({
      transfers: [{ ...line, transaction: body['transaction'] }],
    })
  })

  test('works once per payer and nonce', async () => {
    const { call, submit, balance } = await withFunds()
    const wire = authorization({ nonce: `0x${'ab'.repeat(32)}` })
    const signature = await signTransfer(wire)
    expect((await submit(wire, signature)).status).toBe(200)
    expect(await submit(wire, signature)).toMatchObject({ status: 409, body: { error: 'nonce_used' } })
    const again = authorization({ nonce: `0x${'AB'.repeat(32)}`, value: '1' })
    expect(await submit(again, await signTransfer(again))).toMatchObject({ status: 409, body: { error: 'nonce_used' } })
    expect(await balance(SELLER)).toBe('10000')
    await call('/chain/fund', { address: STRANGER.address, amount: '10000' })
    const other = authorization({ from: STRANGER.address, nonce: wire.nonce })
    expect((await submit(other, await signTransfer(other, STRANGER))).status).toBe(200)
  })

  test.each([
    [{ validAfter: String(NOW - 1) }, null],
    [{ validAfter: String(NOW) }, 'not_yet_valid'],
    [{ validBefore: String(NOW + 1) }, null],
    [{ validBefore: String(NOW) }, 'expired'],
    [{ value: '50000' }, null],
    [{ value: '50001' }, 'insufficient_balance'],
    [{ to: '0x0000000000000000000000000000000000000000' as const }, 'zero_address'],
  ])('with %j ends in %p', async (changes, revert) => {
    const { submit, call } = await withFunds()
    const wire = authorization(changes)
    const { status, body } = await submit(wire, await signTransfer(wire))
    expect(revert === null ? status : body['error']).toBe(revert ?? 200)
    expect((await call('/chain/transfers')).body['transfers']).toHaveLength(revert === null ? 1 : 0)
  })

  const others = {
    to: STRANGER.address,
    value: '9999',
    validAfter: '1',
    validBefore: String(NOW + 61),
    nonce: `0x${'ff'.repeat(32)}`,
  }
  test.each(Object.entries(others))('is void once %s has been changed', async (name, value) => {
    const { submit, balance } = await withFunds()
    const wire = authorization()
    const signature = await signTransfer(wire)
    expect(await submit({ ...wire, [name]: value }, signature)).toMatchObject({ body: { error: 'bad_signature' } })
    expect(await balance(PAYER.address)).toBe('50000')
  })

  test('is void by another hand, or for another chain, token, name or version', async () => {
    const { submit } = await withFunds()
    const wire = authorization()
    const domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC as `0x${string}` }
    const wrong = [
      await signTransfer(wire, STRANGER),
      await signTransfer(wire, PAYER, { ...domain, chainId: 1 }),
      await signTransfer(wire, PAYER, { ...domain, verifyingContract: SELLER }),
      await signTransfer(wire, PAYER, { ...domain, name: 'USDC' }),
      await signTransfer(wire, PAYER, { ...domain, version: '1' }),
    ]
    for (const signature of wrong) expect((await submit(wire, signature)).body['error']).toBe('bad_signature')
    expect((await submit(wire, await signTransfer(wire, PAYER, domain))).status).toBe(200)
  })

  test('wants v 27 or 28, a low s and 65 bytes', async () => {
    const { submit } = await withFunds()
    const wire = authorization()
    const good = await signTransfer(wire)
    const v = Number.parseInt(good.slice(-2), 16)
    const highS = (ORDER - BigInt(`0x${good.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const byte = (value: number) => value.toString(16).padStart(2, '0')
    const wrong = [
      good.slice(0, 130) + byte(v - 27),
      good.slice(0, 130) + byte(v === 27 ? 28 : 27),
      good.slice(0, 66) + highS + byte(v === 27 ? 28 : 27),
      good.slice(0, 130),
      `${good}00`,
      `0x${'00'.repeat(64)}1b`,
      `0x${'ff'.repeat(64)}1b`,
      '0x',
      '',
    ]
    for (const signature of wrong) expect((await submit(wire, signature)).body['error']).toBe('bad_signature')
    expect((await submit(wire, good)).status).toBe(200)
  })

  const numbers = [
    '1e4',
    '0x2710',
    ' 10000',
    '010000',
    '-1',
    '1.0',
    '',
    `${2n ** 256n}`,
    `1${'0'.repeat(78)}`,
    10000,
    null,
  ]
  test.each(numbers)('is malformed with a value of %j', async (value) => {
    const { submit } = await withFunds()
    expect(await submit({ ...authorization(), value }, '0x')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })
})

describe('the faucet', () => {
  test('adds up, in base units', async () => {
    const { call } = sandbox()
    await call('/chain/fund', { address: SELLER.toLowerCase(), amount: '5' })
    expect((await call('/chain/fund', { address: SELLER, amount: '7' })).body).toEqual({
      address: SELLER,
      balance: '12',
    })
    expect((await call(`/chain/balance/${STRANGER.address}`)).body['balance']).toBe('0')
  })

  const amounts = [1, '1e6', '0x1', '-1', '1.5', ' 1', '', null, `${2n ** 256n}`]
  test.each([
    ...amounts.map((amount) => ({ address: SELLER, amount })),
    { address: 'me', amount: '1' },
    [],
    '{',
    'null',
  ])('%j is refused', async (body) => {
    expect(await sandbox().call('/chain/fund', body)).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test('never mints more than 256 bits can count', async () => {
    const { call } = sandbox()
    await call('/chain/fund', { address: SELLER, amount: `${2n ** 256n - 1n}` })
    expect((await call('/chain/fund', { address: STRANGER.address, amount: '1' })).status).toBe(400)
  })
})

test('what is not money’s is left to others, and unknown verbs of its own are 404', async () => {
  const { money, call } = sandbox()
  for (const path of ['/', '/world/requests', '/chains', '/lndx/v1', '/lightningrod/']) {
    expect(await money.handle(new Request(`http://localhost${path}`))).toBeNull()
  }
  for (const path of ['/chain/', '/chain/fund', '/lightning/pay', '/facilitator/settle']) {
    expect(await call(path)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  }
  expect((await call('/chain/balance/nobody')).status).toBe(400)
})

test('a transfer is found by its hash, its nonce and its blocks, few or many of them', async () => {
  const clock = stillClock(START_MS)
  const chain = createChain({ clock, random: seededRandom(), token: BASE_USDC })
  chain.fund(PAYER.address, 1_000_000n)
  for (const [nth, waitMs] of [0, 0, 3_000, 8_000, -10_000].entries()) {
    clock.move(waitMs)
    const wire = authorization({ nonce: `0x${String(nth).padStart(2, '0').repeat(32)}`, validAfter: '0' })
    expect(chain.transferWithAuthorization(readAuthorization(wire)!, await signTransfer(wire))).toMatchObject({
      ok: true,
    })
  }
  const all = chain.transfers()
  const blocks = all.map(({ blockNumber }) => blockNumber)
  for (const from of [0, ...blocks, Number.MAX_SAFE_INTEGER])
    for (const to of [0, ...blocks, Number.MAX_SAFE_INTEGER]) {
      const found = chain.transfersIn(from, to)
      const wanted = all.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
      expect(new Set(found)).toEqual(new Set(wanted))
      expect(found).toHaveLength(wanted.length)
    }
  for (const transfer of all) {
    expect(chain.transferOf(transfer.transaction.toUpperCase().replace('0X', '0x'))).toBe(transfer)
    expect(chain.hasUsed(transfer.from.toLowerCase(), transfer.nonce.toUpperCase().replace('0X', '0x'))).toBe(true)
  }
  expect([chain.transferOf(`0x${'00'.repeat(32)}`), chain.hasUsed(PAYER.address, `0x${'ee'.repeat(32)}`)]).toEqual([
    null,
    false,
  ])
})
