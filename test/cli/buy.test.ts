import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { systemClock } from '../../src/system/clock.ts'
import { between, changed, paymentIn } from '../support/client/between.ts'
import { type WalletService, walletService } from '../support/client/wallet-service.ts'
import { startNostrRelay } from '../support/nostr-relay.ts'
import { fileShop, SPOT } from '../support/shop.ts'
import { testFolder } from '../support/test-folder.ts'
import { answersKey, type DocumentedKey } from '../../src/actors/key-document.ts'
import { type KeyPurpose, KEYS_PATH } from '../../src/canonical/key-document.ts'
import { ed25519Signer } from '../../src/canonical/signature.ts'
import { documentReplaced } from '../support/replaced-key.ts'
import { documentAt } from '../support/signed-keys.ts'

/** `claros buy`, as a process, against the real app and the money of the sandbox. */

const ROOT = join(import.meta.dir, '..', '..')
const { folder, remove } = testFolder()
afterAll(remove)

const shop = await fileShop({ clock: systemClock })
const road = between(shop)
afterAll(() => road.stop())
/** A price is sold for half a minute, and each purchase is a process. */
beforeEach(async () => void (await shop.publish('btc/usd')))
afterEach(() => {
  road.meddle = (_request, forward) => forward()
})

const KEY = generatePrivateKey()
const key = join(folder, 'wallet.key')
writeFileSync(key, `${KEY}\n`)
await shop.money.fund(privateKeyToAccount(KEY).address)

const relay = startNostrRelay()
let wallet: WalletService
beforeAll(async () => {
  wallet = await walletService(relay.url, (invoice) => shop.money.pay(invoice))
})
afterAll(async () => {
  wallet.stop()
  await relay.stop()
})

interface Ran {
  readonly status: number
  readonly out: string
  readonly errors: string
}

const claros = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> => {
  const child = Bun.spawn([process.execPath, join(ROOT, 'src', 'cli', 'main.ts'), 'buy', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', CLAROS_URL: road.url, CLAROS_WALLET_FILE: key, ...env },
  })
  const [out, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { status, out, errors }
}

const verify = (body: string): number => {
  writeFileSync(join(folder, 'bought.json'), body)
  const command = [process.execPath, join(ROOT, 'src', 'cli', 'main.ts'), 'verify', 'bought.json']
  return Bun.spawnSync(command, { cwd: folder }).exitCode
}

const charged = async (): Promise<number> => shop.sales()

describe('bought and whole: 0', () => {
  test('in USDC, the body alone on standard output', async () => {
    const { status, out, errors } = await claros([SPOT, '--max-usd', '0.01', '--key', shop.keys.x402.publicKey])
    expect([status, JSON.parse(out)]).toMatchObject([0, { price: '97012.34', signingScheme: 'ed25519' }])
    expect(verify(out)).toBe(0)
    expect(errors).toMatch(
      /^paid \$0\.01 in USDC on eip155:8453, 0x[0-9a-f]{64}\nwhole and signed: \d+ checks\nreceipt /,
    )
    expect(out + errors).not.toContain(KEY.slice(2))
  })

  test('over Lightning, into a file, the rest as JSON', async () => {
    const args = [`${SPOT}?max_age=3600`, '--max-sats', '10', '--max-usd', '0.01', '--out', 'answer.json', '--json']
    const { status, out, errors } = await claros(args, { CLAROS_NWC: wallet.address })
    expect([status, out]).toEqual([0, ''])
    expect(JSON.parse(errors)).toMatchObject({ outcome: 'bought', paid: { rail: 'l402', sats: '10' } })
    expect(verify(readFileSync(join(folder, 'answer.json'), 'utf8'))).toBe(0)
  })

  test('of a whole address, over the rail that is named', async () => {
    const args = [`${road.url}${SPOT}`, '--rail', 'x402', '--max-usd', '0.05', '--max-sats', '10']
    const { status, errors } = await claros(args, { CLAROS_URL: 'http://127.0.0.1:9' })
    expect([status, errors.slice(0, 10)]).toEqual([0, 'paid $0.01'])
  })
})

test('not whole: 1, and nothing on standard output', async () => {
  road.meddle = async (_request, forward) =>
    changed(await forward(), { body: (text) => text.replace('"price":"97012.34"', '"price":"97999.99"') })
  const { status, out, errors } = await claros([SPOT, '--max-usd', '0.01', '--out', 'lie.json'])
  expect([status, out]).toEqual([1, ''])
  expect(errors).toContain('FAIL price agrees with the canonical string')
  expect(errors).toContain('"price":"97999.99"')
  expect(readFileSync(join(folder, 'lie.json'), 'utf8')).toBe('')
})

describe('of a key that followed the one that was given', () => {
  const old = answersKey(ed25519Signer(new Uint8Array(32).fill(41)))
  const args = [SPOT, '--max-usd', '0.01', '--key', old.publicKey]

  test('not known without the documents of keys: 4, and no second payment', async () => {
    const { status, out, errors } = await claros(args)
    expect([status, out]).toEqual([4, ''])
    expect(errors).toContain('do not pay again')
    const paid = await charged()
    const since = Math.floor(shop.clock.now() / 1000) - 3_600
    await documentReplaced(shop.store.keyDocuments, { old, fresh: answersKey(shop.keys.x402) }, since)
    writeFileSync(join(folder, 'open.json'), /^receipt: .*$/m.exec(errors)![0])
    const later = await claros(['--resume', 'open.json', '--key', old.publicKey])
    expect([later.status, JSON.parse(later.out)]).toMatchObject([0, { price: '97012.34' }])
    expect(await charged()).toBe(paid)
  }, 60_000)

  test('bought and whole with them: 0, and the new key is named', async () => {
    const { status, errors } = await claros(args)
    expect([status, errors]).toEqual([0, expect.stringContaining(`give ${shop.keys.x402.publicKey} in its place`)])
  })

  describe('held against documents that were kept', () => {
    const PURPOSE = 'answers-ed25519'
    const kept = (documents: unknown): string => {
      writeFileSync(join(folder, 'kept.json'), JSON.stringify(documents))
      return 'kept.json'
    }
    const chain = (purpose: KeyPurpose, documents: readonly object[]) => ({
      version: 1,
      chains: { [purpose]: documents },
    })
    const begun = (key: DocumentedKey, since = 1_700_000_000) =>
      documentAt({ of: async () => null, keep: async (document) => document }, [key], since)

    test('of a time before that key: bought and whole', async () => {
      const documents = await shop.store.keyDocuments.chain(PURPOSE)
      const file = kept(chain(PURPOSE, documents.slice(0, 2)))
      const { status, out } = await claros([SPOT, '--max-usd', '0.01', '--keys', file])
      expect([status, JSON.parse(out)]).toMatchObject([0, { pubkey: shop.keys.x402.publicKey }])
    })

    test('of another chain: refused, and nothing is paid', async () => {
      const file = kept(chain(PURPOSE, await begun(old)))
      const before = await charged()
      const { status, out, errors } = await claros([SPOT, '--max-usd', '0.01', '--keys', file])
      expect([status, out]).toEqual([3, ''])
      expect(errors).toMatch(
        /^claros: no_key: the keys of \S+ are not those that were kept: .* has one chain\. Nothing was paid/,
      )
      expect(await charged()).toBe(before)
    })

    test('of another chain, and the service hid that before it was paid: not whole', async () => {
      const file = kept(chain(PURPOSE, await begun(old)))
      let asked = 0
      road.meddle = (request, forward) =>
        new URL(request.url).pathname === KEYS_PATH && asked++ === 0 ? new Response('', { status: 503 }) : forward()
      const { status, out, errors } = await claros([SPOT, '--max-usd', '0.01', '--keys', file])
      expect([status, out]).toEqual([1, ''])
      expect(errors).toContain(`FAIL ${PURPOSE} has one chain`)
    }, 60_000)

    test.each([
      ['that are not there', async () => 'nowhere.json', 'cannot be read'],
      ['that are at an address', async () => road.url + KEYS_PATH, 'cannot be read'],
      ['that are none', async () => kept([]), 'holds no key documents'],
      ['without a chain', async () => kept({ chains: {} }), 'it is not so that there are key documents'],
      [
        'that were changed',
        async () =>
          kept(
            chain(
              PURPOSE,
              (await begun(old)).map((each) => ({ ...each, validFrom: 1 })),
            ),
          ),
        'says what its string says',
      ],
      [
        'that name no key of this rail',
        async () => kept(chain('answers-secp256k1', await begun(answersKey(shop.keys.l402)))),
        'names no key that signs what is sold over x402',
      ],
    ])('%s: usage, and nothing is paid', async (_what, file, said) => {
      const before = await charged()
      const { status, out, errors } = await claros([SPOT, '--max-usd', '0.01', '--keys', await file()])
      expect([status, out]).toEqual([2, ''])
      expect(errors).toContain(said)
      expect(await charged()).toBe(before)
    })
  })
})

describe('usage: 2, and nothing is paid', () => {
  test.each([
    ['no path', []],
    ['two paths', [SPOT, SPOT, '--max-usd', '1']],
    ['no limit', [SPOT]],
    ['a limit that is none', [SPOT, '--max-usd', 'cheap']],
    ['sats that are none', [SPOT, '--max-sats', '1.5']],
    ['a limit for the other rail', [SPOT, '--rail', 'x402', '--max-sats', '10']],
    ['an unknown rail', [SPOT, '--rail', 'visa', '--max-usd', '1']],
    ['an unknown option', [SPOT, '--max-usd', '1', '--yes']],
    ['no wallet for Lightning', [SPOT, '--max-sats', '10']],
    ['a key that is none', [SPOT, '--max-usd', '1', '--key', 'mine']],
    ['a file that cannot be written', [SPOT, '--max-usd', '1', '--out', 'no/such/folder.json']],
    ['a receipt that is not there', ['--resume', 'nowhere.json']],
    ['a path that is another host', ['//127.0.0.1:9/oracle/price/btc/usd', '--max-usd', '1']],
    ['a path that is another host, in another spelling', ['/\\127.0.0.1:9/oracle/price/btc/usd', '--max-usd', '1']],
    ['a path without a slash', [SPOT.slice(1), '--max-usd', '1']],
    ['a host without a scheme', ['localhost:8402/oracle/price/btc/usd', '--max-usd', '1']],
    ['a file', ['file:///etc/passwd', '--max-usd', '1']],
    ['an address with a password', ['http://a:b@127.0.0.1/oracle/price/btc/usd', '--max-usd', '1']],
    ['dollars with an exponent', [SPOT, '--max-usd', '0.1e1']],
    ['dollars with a sign', [SPOT, '--max-usd', '$1']],
    ['dollars with a comma', [SPOT, '--max-usd', '0,10']],
    ['dollars below nothing', [SPOT, '--max-usd=-1']],
    ['dollars with a plus', [SPOT, '--max-usd', '+1']],
    ['dollars without a digit before the point', [SPOT, '--max-usd', '.5']],
    ['dollars of nothing', [SPOT, '--max-usd', '']],
    ['dollars in pieces nobody has', [SPOT, '--max-usd', '0.0000001']],
    ['dollars in letters of another script', [SPOT, '--max-usd', '\u0661']],
    ['dollars with their name', [SPOT, '--max-usd', '1', 'USD']],
    ['sats of nothing', [SPOT, '--max-sats', '0']],
    ['sats beyond a double', [SPOT, '--max-sats', '99999999999999999999']],
    ['sats with an exponent', [SPOT, '--max-sats', '1e3']],
    ['two limits of one kind', [SPOT, '--max-usd', '0.01', '--max-usd', '100']],
    ['a limit that is an option', [SPOT, '--max-usd', '--json']],
    ['a key with a digit too many', [SPOT, '--max-usd', '1', '--key', 'a'.repeat(65)]],
    ['a key that is not compressed', [SPOT, '--max-usd', '1', '--key', `04${'a'.repeat(64)}`]],
    ['a path and a receipt', [SPOT, '--resume', 'receipt.json', '--max-usd', '1']],
  ])('%s', async (_what, args) => {
    const before = await charged()
    const { status, out, errors } = await claros(args)
    expect([status, out]).toEqual([2, ''])
    expect(errors).toMatch(/^claros: .*\nSee "claros buy --help"\.\n$/)
    expect(await charged()).toBe(before)
  })

  test.each([
    ['not there', 'nowhere.key', /CLAROS_WALLET_FILE/],
    ['no key', 'answer.txt', /64 hex digits/],
  ])('a wallet that is %s, without a word of it', async (_what, file, said) => {
    writeFileSync(join(folder, 'answer.txt'), 'correct horse battery staple')
    const { status, errors } = await claros([SPOT, '--max-usd', '1'], { CLAROS_WALLET_FILE: join(folder, file) })
    expect([status, said.test(errors), errors.includes('horse')]).toEqual([2, true, false])
  })
})

describe('a receipt', () => {
  const payment = { rail: 'l402', macaroon: 'AgEG', invoice: 'lnbc1', msat: '10000', preimage: '00'.repeat(32) }
  const receipt = { url: road.url + SPOT, method: 'GET', body: null, payment, id: null, request: null }
  test.each([
    ['of nothing', {}],
    ['with a payment that is none', { ...receipt, payment: {} }],
    ['with a header in its id', { ...receipt, id: 'a\r\nhost: evil' }],
    ['of a file', { ...receipt, url: 'file:///etc/passwd' }],
    ['with a sum that is none', { ...receipt, payment: { ...payment, msat: '1e4' } }],
  ])('%s is none', async (_what, written) => {
    writeFileSync(join(folder, 'bad.json'), JSON.stringify(written))
    const { status, out, errors } = await claros(['--resume', 'bad.json'])
    expect([status, out]).toEqual([2, ''])
    expect(errors).toContain('holds no receipt')
  })
})

test('what is paid for is not lost with the file it was to be written to', async () => {
  mkdirSync(join(folder, 'gone'))
  road.meddle = async (request, forward) => {
    if (paymentIn(request) !== null) rmSync(join(folder, 'gone'), { recursive: true, force: true })
    return forward()
  }
  const { status, out, errors } = await claros([SPOT, '--max-usd', '0.01', '--out', 'gone/answer.json'])
  expect([status, JSON.parse(out)]).toMatchObject([2, { price: '97012.34' }])
  expect(errors).toContain('gone/answer.json cannot be written any more')
  expect(errors).toContain('receipt ')
})

test('what a stranger says tells a terminal nothing', async () => {
  const evil = '\u001b]0;owned\u0007\u009b31m\u202e\r\u0000'
  for (const [status, answer] of [
    [3, () => Response.json({ error: 'no', message: evil }, { status: 400 })],
    [1, () => new Response(`<p>${evil}`)],
  ] as const) {
    road.meddle = async (request, forward) => (status === 1 && paymentIn(request) === null ? forward() : answer())
    const ran = await claros([SPOT, '--max-usd', '0.01'])
    expect([ran.status, ran.out]).toEqual([status, ''])
    expect(ran.errors).toContain('\\u001b]0;owned\\u0007')
    expect(ran.errors).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}]/u)
  }
})

describe('refused or too dear: 3', () => {
  test.each([
    ['too dear', SPOT, '0.009', 'the answer costs $0.01, and the limit is $0.009. Nothing was paid.'],
    ['not served', '/oracle/price/btc/brl', '1', 'claros: not_found: '],
  ])('%s', async (_what, path, most, said) => {
    const { status, out, errors } = await claros([path, '--max-usd', most])
    expect([status, out, errors.includes(said)]).toEqual([3, '', true])
  })

  test('as JSON, with the code', async () => {
    const { status, errors } = await claros(['/oracle/price/btc/brl', '--max-usd', '1', '--json'])
    expect([status, JSON.parse(errors)]).toMatchObject([3, { outcome: 'refused', code: 'not_found', receipt: null }])
  })
})

test('outcome unknown: 4, with a receipt that resumes', async () => {
  road.meddle = async (request, forward) => {
    const response = await forward()
    return paymentIn(request) === null ? response : new Response('lost', { status: 502 })
  }
  const before = await charged()
  wallet.manner = 'fails'
  const lightning = await claros([SPOT, '--max-sats', '10'], { CLAROS_NWC: wallet.address })
  expect([lightning.status, lightning.out]).toEqual([4, ''])
  wallet.manner = 'pays'
  road.meddle = (_request, forward) => forward()
  writeFileSync(
    join(folder, 'receipt.json'),
    lightning.errors.split('\n').find((line) => line.startsWith('receipt: '))!,
  )
  const resumed = await claros(['--resume', 'receipt.json', '--max-sats', '10'], { CLAROS_NWC: wallet.address })
  expect([resumed.status, JSON.parse(resumed.out)]).toMatchObject([0, { price: '97012.34' }])
  // What a receipt asks for is held to the limit, too.
  const dear = await claros(['--resume', 'receipt.json', '--max-sats', '9'], { CLAROS_NWC: wallet.address })
  expect(dear.status).toBe(4)
  expect(await charged()).toBe(before + 1)
})

test('a wallet that has not begun to pay: 3, and there is no receipt', async () => {
  const before = await charged()
  wallet.manner = 'refuses'
  const refused = await claros([SPOT, '--max-sats', '10'], { CLAROS_NWC: wallet.address })
  wallet.manner = 'pays'
  expect([refused.status, refused.out, refused.errors]).toEqual([
    3,
    '',
    'claros: not_paid: the wallet did not pay: INSUFFICIENT_BALANCE no sats\n',
  ])
  expect(await charged()).toBe(before)
})

test('the help says what it does, and costs nothing', async () => {
  const { status, out } = await claros(['--help'])
  expect([status, out.includes('CLAROS_WALLET_FILE')]).toEqual([0, true])
})
