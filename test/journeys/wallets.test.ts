import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ExactEvmScheme } from '@x402/evm'
import { ExactEvmSchemeV1 } from '@x402/evm/v1'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import type { TypedDataDefinition } from 'viem'
import type { Json } from '../../src/canonical/jcs.ts'
import { verifyAnswer } from '../../src/canonical/verify.ts'
import { LAYOUTS } from '../../src/cli/verify.ts'
import { bodyOf as bodyOfEvent, FEE } from '../support/http/dlc/event-shop.ts'
import type { Transfer } from '../../src/payments/transfer.ts'
import { type ChainShop, MODES, startChainShop } from '../support/chain-shop.ts'
import {
  type WireAuthorization,
  base64Json,
  authorize,
  payloadV2,
  PAYER,
  payment,
  signTransfer,
  STRANGER,
} from '../support/payer.ts'
import { problemOf, reasonOf, SPOT } from '../support/shop.ts'
import {
  CODES,
  type ContractWallet,
  contractWallet,
  DELEGATE,
  enveloped,
  FACTORY,
  placeFactories,
  RELAY,
  relayed,
  wrapped,
} from '../support/wallets.ts'

/** Contract wallets buy with the official client, unmodified, in both ways of settling. */

const CENT = 10_000
/** What an agent's smart account gives the official client: an address and a way to sign. */
const accountOf = ({ address, owner, creation }: ContractWallet, deployed: boolean) => ({
  address,
  signTypedData: async (message: unknown) => {
    const signature = enveloped(await owner.signTypedData(message as TypedDataDefinition))
    return deployed ? signature : wrapped(FACTORY, creation, signature)
  },
})

describe.each(MODES)('settled by %s', (settling) => {
  let shop: ChainShop

  beforeAll(async () => {
    shop = await startChainShop(settling, { walletFactories: [FACTORY] })
    await placeFactories(shop.anvil)
    await shop.publish('btc/usd')
    await shop.oracle.beat()
  })
  afterAll(() => shop.stop())

  const funded = async (amount: number) => {
    const wallet = await contractWallet(shop.anvil)
    await shop.anvil.fundUsdc(wallet.address, amount)
    return wallet
  }
  const ask = ({ authorization, signature }: Transfer) =>
    shop.request(SPOT, {
      headers: { 'payment-signature': base64Json(payloadV2(authorization as WireAuthorization, signature)) },
    })
  const shut = async () => (await shop.paywall.rails.x402!.settler.closed?.()) ?? null
  const bodyOf = async (response: Response) => (await response.json()) as Record<string, Json>

  test.each([1, 2] as const)('a deployed wallet buys with the official client of version %p', async (version) => {
    const wallet = await funded(3 * CENT)
    await wallet.deploy()
    const account = accountOf(wallet, true)
    const scheme =
      version === 2
        ? { network: 'eip155:8453' as const, client: new ExactEvmScheme(account) }
        : { network: 'base' as `${string}:${string}`, x402Version: 1, client: new ExactEvmSchemeV1(account) }
    const reach = async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init)
      const headers = new Headers(response.headers)
      if (version === 1) headers.delete('payment-required')
      return new Response(response.body, { status: response.status, headers })
    }
    const response = await wrapFetchWithPaymentFromConfig(reach as typeof fetch, { schemes: [scheme] })(shop.url + SPOT)
    expect(response.status).toBe(200)
    const verified = verifyAnswer(await bodyOf(response), { publicKey: shop.keys.x402.publicKey, layouts: LAYOUTS })
    expect(verified.ok).toBe(true)
    expect(await shop.anvil.balanceOf(wallet.address)).toBe(2 * CENT)
  })

  test('a wallet that is not deployed yet buys an event, and is deployed by that', async () => {
    const wallet = await funded(2 * Number(FEE))
    const client = wrapFetchWithPaymentFromConfig(fetch, {
      schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(accountOf(wallet, false)) }],
      spendControls: { maxAmountPerPayment: '$10' },
    })
    const buy = () => {
      const body = JSON.stringify(bodyOfEvent('enum', Math.floor(shop.clock.now() / 1000)))
      return client(`${shop.url}/dlc/oracle/enum`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    }
    const response = await buy()
    expect(response.status).toBe(200)
    expect((await bodyOf(response))['rail']).toBe('x402')
    expect(await wallet.isDeployed()).toBe(true)
    expect(await shop.anvil.balanceOf(wallet.address)).toBe(Number(FEE))
    // And once more, still signing as if it were not there.
    expect((await buy()).status).toBe(200)
    expect(await shop.anvil.balanceOf(wallet.address)).toBe(0)
  })

  test('an account that points to code (EIP-7702) buys with its own key', async () => {
    const buyer = await shop.buyer()
    await shop.anvil.rpc('anvil_setCode', [buyer.address, `0xef0100${DELEGATE.slice(2)}`])
    const { v2 } = await buyer.pay()
    expect((await shop.request(SPOT, { headers: v2 })).status).toBe(200)
    expect(await buyer.balance()).toBe(0)
  })

  test('bad signatures charge nothing, leave nothing behind, and close no door', async () => {
    const wallet = await funded(3 * CENT)
    await wallet.deploy()
    const no = await funded(CENT)
    await shop.anvil.rpc('anvil_setCode', [no.address, CODES.no])
    const burns = await funded(CENT)
    await shop.anvil.rpc('anvil_setCode', [burns.address, CODES.burns])
    const fickle = await funded(CENT)
    await shop.anvil.rpc('anvil_setCode', [fickle.address, CODES.fickle])
    const by = (from: `0x${string}`) => ({
      authorization: authorize(shop.clock.now(), { from }),
      signature: `0x${'ab'.repeat(100)}`,
    })
    const shown = await wallet.sign({}, shop.clock.now())
    const forged = await signTransfer(shown.authorization, STRANGER)
    const payers = [
      { ...shown, signature: forged },
      { ...shown, signature: enveloped(forged) },
      { ...shown, signature: '0x' },
      by(no.address),
      by(burns.address),
      by(PAYER.address),
      { ...(await payment(shop.clock.now())), signature: `0x${'11'.repeat(64)}00` },
    ]
    const earned = await shop.earned()
    for (const each of payers) {
      const response = await ask(each)
      expect([each.signature.slice(0, 20), response.status]).toEqual([each.signature.slice(0, 20), 402])
      expect(await reasonOf(response)).toMatch(/^(invalid_exact_evm|unexpected)/)
    }
    expect(await reasonOf(await ask({ ...shown, signature: `0x${'ab'.repeat(64)}` }))).toBe(
      'compact_signature_not_supported',
    )
    const malformed = { ...shown, signature: `0x${'ff'.repeat(96)}${'6492'.repeat(16)}` }
    expect(await reasonOf(await ask(malformed))).toBe('invalid_exact_evm_payload_signature')
    expect(await shut()).toBeNull()
    // Yes when it is asked, no when it has to pay: not served, whatever it is told.
    expect([402, 503]).toContain((await ask(by(fickle.address))).status)
    expect(await shop.earned()).toBe(earned)
    // The same authorization, by its owner.
    expect((await ask(shown)).status).toBe(200)
  })

  test('a wallet is deployed by a listed factory alone, and by us for no cent', async () => {
    const wallet = await funded(CENT)
    const { authorization, signature } = await wallet.sign({}, shop.clock.now())
    const unlisted = { authorization, signature: wrapped(RELAY, relayed(FACTORY, wallet.creation), signature) }
    expect(await reasonOf(await ask(unlisted))).toBe(
      settling === 'own' ? 'wallet_not_deployed' : 'eip6492_factory_not_allowed',
    )
    const small = await wallet.signWrapped({}, shop.clock.now())
    const response = await ask(small)
    // The official facilitator deploys for any price: it is the one who pays for that.
    expect(response.status).toBe(settling === 'own' ? 402 : 200)
    expect(await wallet.isDeployed()).toBe(settling === 'facilitator')
  })

  test('without an answer of the chain nothing is said of a wallet, and whoever settles is not asked', async () => {
    const wallet = await funded(CENT)
    await wallet.deploy()
    const payment = await wallet.sign({}, shop.clock.now())
    const before = [shop.node.calledOf('eth_call') + 1, shop.facilitator.total()]
    shop.node.loseAnswers('eth_call')
    const response = await ask(payment)
    shop.node.loseAnswers(null)
    expect([response.status, (await problemOf(response)).error]).toEqual([503, 'no_payment_rail'])
    expect(response.headers.get('payment-required')).toBeNull()
    expect([shop.node.calledOf('eth_call'), shop.facilitator.total()]).toEqual(before)
    expect((await ask(payment)).status).toBe(200)
  })

  if (settling === 'facilitator')
    test('silence about a wallet closes no door', async () => {
      const wallet = await funded(CENT)
      await wallet.deploy()
      const payment = await wallet.sign({}, shop.clock.now())
      shop.facilitator.loseAnswers('POST /verify')
      expect((await ask(payment)).status).toBe(503)
      expect(await shut()).toBeNull()
      shop.facilitator.loseAnswers(null)
      expect((await ask(payment)).status).toBe(200)
    })

  test('whose signatures only the chain can judge is stopped after thirty a minute; others are not counted', async () => {
    const wallet = await funded(CENT)
    await wallet.deploy()
    const { authorization } = await wallet.sign({}, shop.clock.now())
    const forge = (at: number) => `0x${at.toString(16).padStart(200, '0')}`
    const answers = []
    for (let at = 0; at < 31; at++) answers.push(await ask({ authorization, signature: forge(at) }))
    const stopped = answers.at(-1)!
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await problemOf(stopped)).error).toBe('too_many_requests')
    expect((await ask(await wallet.sign({}, shop.clock.now()))).status).toBe(429)
    const buyer = await shop.buyer()
    expect((await shop.request(SPOT, { headers: (await buyer.pay()).v2 })).status).toBe(200)
  })
})
