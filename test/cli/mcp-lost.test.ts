import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answersKey } from '../../src/actors/key-document.ts'
import type { Json } from '../../src/canonical/jcs.ts'
import { KEYS_PATH } from '../../src/canonical/key-document.ts'
import { ecdsaSigner, ed25519Signer } from '../../src/canonical/signature.ts'
import { changed } from '../support/client/between.ts'
import type { Meddle } from '../support/client/between.ts'
import { type Called, type McpClient, openMcp } from '../support/mcp/clients.ts'
import { type Env, ITEM, OTHER, payingWorld, paymentOf, TOOL } from '../support/mcp/paying.ts'
import { documentReplaced } from '../support/replaced-key.ts'
import { documentAt } from '../support/signed-keys.ts'
import { testFolder } from '../support/test-folder.ts'
import { until } from '../support/until.ts'

/** `claros mcp` with a wallet, where answers are lost and somebody lies: no payment twice, and nothing unverified. */

const world = await payingWorld()
const { shop, wallet, wallets } = world
const RAILS = [['l402'], ['x402']] as const
const { folder, remove } = testFolder()
afterAll(remove)

/** They signed before the keys that sign now. */
const SEED = new Uint8Array(32).fill(41)
const OLD = { l402: answersKey(ecdsaSigner(SEED)), x402: answersKey(ed25519Signer(SEED)) } as const
const since = Math.floor(shop.clock.now() / 1000) - 3_600
for (const [rail] of RAILS)
  await documentReplaced(shop.store.keyDocuments, { old: OLD[rail], fresh: answersKey(shop.keys[rail]) }, since)

const open: McpClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})
const client = async (env: Env, args: readonly string[] = []): Promise<McpClient> => {
  const opened = await openMcp('2026-07-28', world.door(env, args))
  open.push(opened)
  return opened
}

const read = (text: string) => JSON.parse(text) as Record<string, Json>
const failureOf = ({ isError, text }: Called) => (isError ? read(text) : null)

/** Loses answers to payments in a way after which it is not known what became of them. */
const losing: Meddle = async (_request, forward, body) => {
  const response = await forward()
  return paymentOf(body) === null ? response : new Response('<p>nobody is here', { status: 404 })
}

describe.each(RAILS)('a payment over %s', (rail) => {
  test('whose answer is lost on the way is shown again within the call, and pays once', async () => {
    const before = await world.spent()
    let lost = 0
    world.meddle(async (_request, forward, body) => {
      const response = await forward()
      if (paymentOf(body) === null || lost++ > 0) return response
      expect(response.status).toBe(200)
      throw new Error('cut')
    })
    const bought = await (await client(wallets[rail])).call(TOOL, ITEM)
    expect([bought.isError, bought.meta['claros/paid']]).toMatchObject([false, { rail, budget_left_usd: '0.99' }])
    expect(world.shown.length).toBeGreaterThan(1)
    expect(new Set(world.shown).size).toBe(1)
    expect((await world.spent()).sales).toBe(before.sales + 1)
  })

  test('whose fate is unknown is gone on with by the same call, and never paid again', async () => {
    const before = await world.spent()
    const buyer = await client(wallets[rail])
    world.meddle(losing)
    const unsettled = failureOf(await buyer.call(TOOL, ITEM))
    expect(unsettled).toMatchObject({
      error: 'payment_unsettled',
      message: expect.stringContaining('pays nothing new'),
    })
    expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({ error: 'payment_unsettled' })
    world.meddle((_request, forward) => forward())
    const bought = await buyer.call(TOOL, ITEM)
    expect([bought.isError, read(bought.text)['price'], bought.meta['claros/paid']]).toMatchObject([
      false,
      '97012.34',
      { rail, budget_left_usd: '0.99' },
    ])
    expect(new Set(world.shown).size).toBe(1)
    const after = await world.spent()
    expect([after.sales, after.transfers + after.invoices]).toEqual([
      before.sales + 1,
      before.transfers + before.invoices + 1,
    ])
    // What was delivered is done with: the next call is a purchase of its own.
    expect((await buyer.call(TOOL, ITEM)).meta['claros/paid']).toMatchObject({ budget_left_usd: '0.98' })
    expect(new Set(world.shown).size).toBe(2)
  })

  test('counts when it leaves: what is lost is not there for another call', async () => {
    const before = await world.spent()
    const buyer = await client({ ...wallets[rail], CLAROS_BUDGET_USD: '0.015' })
    world.meddle(losing)
    expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({ error: 'payment_unsettled' })
    world.meddle((_request, forward) => forward())
    expect(failureOf(await buyer.call(TOOL, OTHER))).toMatchObject({ error: 'over_budget', left: '$0.005' })
    expect((await world.spent()).sales).toBe(before.sales + 1)
  })

  test('for an answer that does not verify is told, and the answer is not handed on', async () => {
    const buyer = await client(wallets[rail])
    world.meddle(async (_request, forward, body) =>
      paymentOf(body) === null
        ? forward()
        : changed(await forward(), { body: (text) => text.replaceAll('97012.34', '97999.99') }),
    )
    const lie = await buyer.call(TOOL, ITEM)
    expect(failureOf(lie)).toMatchObject({
      error: 'not_whole',
      details: expect.arrayContaining([{ path: 'answer', rule: 'verifies', message: 'content hash fits the body' }]),
    })
    expect([JSON.stringify(lie).includes('97999.99'), lie.structured, lie.texts.length]).toEqual([false, undefined, 1])
  })

  test('is verified in every form that a model reads', async () => {
    const buyer = await client(wallets[rail])
    world.meddle(async (_request, forward, body) => {
      if (paymentOf(body) === null) return forward()
      return changed(await forward(), {
        body: (text) => {
          const { result, ...message } = JSON.parse(text) as { readonly result: Record<string, Json> }
          const lie = { ...(result['structuredContent'] as Record<string, Json>), price: '1.00' }
          const content = [...(result['content'] as Json[]), { type: 'text', text: 'The price is 1.00.' }]
          return JSON.stringify({ ...message, result: { ...result, structuredContent: lie, content } })
        },
      })
    })
    const { texts, text, structured } = await buyer.call(TOOL, ITEM)
    expect([read(text)['price'], structured]).toEqual(['97012.34', read(text)])
    expect(texts.join()).not.toContain('1.00.')
  })

  test('for an answer of another key than the pinned one is told', async () => {
    const own = shop.keys[rail].publicKey
    const other = own.slice(0, -2) + (own.endsWith('00') ? '01' : '00')
    expect(failureOf(await (await client(wallets[rail], ['--key', other])).call(TOOL, ITEM))).toMatchObject({
      error: 'not_whole',
    })
    expect((await (await client(wallets[rail], ['--key', other, '--key', own])).call(TOOL, ITEM)).isError).toBe(false)
  })

  test('for an answer of the key that followed the pinned one is made', async () => {
    const buyer = await client(wallets[rail], ['--key', OLD[rail].publicKey])
    const { isError, texts } = await buyer.call(TOOL, ITEM)
    expect([isError, texts[1]]).toEqual([
      false,
      expect.stringContaining(`give ${shop.keys[rail].publicKey} in its place`),
    ])
  })

  const keeping = (chain: readonly unknown[]): string => {
    const file = join(folder, `kept-${rail}-${chain.length}.json`)
    writeFileSync(file, JSON.stringify({ version: 1, chains: { [OLD[rail].purpose]: chain } }))
    return file
  }

  test('is made where the documents that were kept lead to its key', async () => {
    const known = await shop.store.keyDocuments.chain(OLD[rail].purpose)
    const buyer = await client(wallets[rail], ['--keys', keeping(known.slice(0, 2))])
    expect(failureOf(await buyer.call(TOOL, ITEM))).toBeNull()
  })

  test('for an answer of another chain than the one that was kept is told, and none is made where that is seen before', async () => {
    const [other] = await documentAt({ of: async () => null, keep: async (first) => first }, [OLD[rail]], 1_700_000_000)
    // The client starts the program twice: to ask which versions it speaks, and to use it.
    const isHidden = ({ url }: Request) => new URL(url).pathname === KEYS_PATH && world.shown.length === 0
    world.meddle((request, forward) => (isHidden(request) ? new Response('', { status: 503 }) : forward()))
    const buyer = await client(wallets[rail], ['--keys', keeping([other])])
    expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({ error: 'not_whole' })
    const before = await world.spent()
    const { command, env } = world.program(wallets[rail], ['--keys', keeping([other])])
    const refused = Bun.spawn([...command], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    expect(await refused.stderr.text()).toMatch(/^claros: the keys of \S+ are not those that were kept: /)
    expect(await refused.exited).toBe(2)
    expect(await world.spent()).toEqual(before)
  })

  test('is gone on with, and none is made anew, where the documents of keys could not be read', async () => {
    let isAway = true
    world.meddle((request, forward) =>
      isAway && new URL(request.url).pathname === KEYS_PATH ? new Response('{}', { status: 503 }) : forward(),
    )
    const buyer = await client(wallets[rail], ['--key', OLD[rail].publicKey.toUpperCase()])
    const before = await world.spent()
    const failed = failureOf(await buyer.call(TOOL, ITEM))
    expect(failed).toMatchObject({
      error: 'payment_unsettled',
      message: expect.stringContaining('nothing new is paid'),
    })
    const after = await world.spent()
    expect(after.sales).toBe(before.sales + 1)
    // What came is kept here: the service is not asked for it again, which it would be for two minutes alone.
    const shown = world.shown.length
    isAway = false
    const { isError, text, structured } = await buyer.call(TOOL, ITEM)
    expect([isError, structured]).toEqual([false, read(text)])
    expect([await world.spent(), world.shown.length]).toEqual([after, shown])
  })

  test('is not made where no pinned key signs what this rail sells', async () => {
    const other = shop.keys[rail === 'l402' ? 'x402' : 'l402'].publicKey
    expect(failureOf(await (await client(wallets[rail], ['--key', other])).call(TOOL, ITEM))).toMatchObject({
      error: 'no_key',
      message: `none of the given keys signs what is sold over ${rail}; nothing was paid.`,
    })
  })

  test('goes nowhere else', async () => {
    const elsewhere: string[] = []
    const thief = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        elsewhere.push(await request.text())
        return new Response('thanks')
      },
    })
    const buyer = await client({ ...wallets[rail], CLAROS_BUDGET_USD: '0.01' })
    let sent = 0
    world.meddle((_request, forward, body) => {
      if (paymentOf(body) === null) return forward()
      return sent++ === 0 ? Response.redirect(`http://127.0.0.1:${thief.port}/mcp`, 307) : forward()
    })
    expect((await buyer.call(TOOL, ITEM)).isError).toBe(false)
    await thief.stop(true)
    expect(elsewhere).toEqual([])
  })
})

test('a purchase is two calls: the demand that the first is answered with is the one that is paid', async () => {
  const calls: boolean[] = []
  world.meddle((_request, forward, body) => {
    if (body?.includes('tools/call')) calls.push(paymentOf(body) !== null)
    return forward()
  })
  expect((await (await client(wallets.l402)).call(TOOL, ITEM)).isError).toBe(false)
  expect(calls).toEqual([false, true])
})

test('a payment that failed in the wallet is gone on with: it is asked for the same invoice again', async () => {
  const before = await world.spent()
  const buyer = await client(wallets.l402)
  wallet.manner = 'fails'
  expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({ error: 'payment_unsettled' })
  // Of that invoice something may have left by now.
  wallet.manner = 'refuses'
  expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({ error: 'payment_unsettled' })
  wallet.manner = 'pays'
  const bought = await buyer.call(TOOL, ITEM)
  expect([bought.isError, bought.meta['claros/paid']]).toMatchObject([false, { budget_left_usd: '0.99' }])
  expect(new Set(wallet.asked.map(({ invoice }) => invoice)).size).toBe(1)
  expect((await world.spent()).sales).toBe(before.sales + 1)
})

test('a wallet that does not begin to pay costs nothing of the budget, and the next call is a new purchase', async () => {
  const before = await world.spent()
  const buyer = await client({ ...wallets.l402, CLAROS_BUDGET_USD: '0.01' })
  wallet.manner = 'refuses'
  for (let nth = 0; nth < 2; nth++)
    expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({
      error: 'not_paid',
      message: 'the wallet did not pay: INSUFFICIENT_BALANCE no sats. Nothing was paid.',
    })
  wallet.manner = 'pays'
  const bought = await buyer.call(TOOL, ITEM)
  expect([bought.isError, bought.meta['claros/paid']]).toMatchObject([false, { budget_left_usd: '0.00' }])
  expect((await world.spent()).sales).toBe(before.sales + 1)
})

test('a payment that is refused buys nothing, and stays counted', async () => {
  const buyer = await client({ ...wallets.x402, CLAROS_BUDGET_USD: '0.01' })
  shop.money.overrides.set('POST /facilitator/settle', () =>
    Response.json({ success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:8453' }),
  )
  const refused = failureOf(await buyer.call(TOOL, ITEM))
  shop.money.overrides.clear()
  expect(refused).toMatchObject({ error: 'payment_invalid', message: expect.stringContaining('stays counted') })
  expect(failureOf(await buyer.call(TOOL, ITEM))).toMatchObject({ error: 'over_budget', left: '$0.00' })
})

/** The program by lines, for what clients do not do on request. */
const lines = (env: Env) => {
  const { command, env: all } = world.program(env)
  const child = Bun.spawn([...command], { env: all, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  const heard: Record<string, Json>[] = []
  const said: string[] = []
  const reading = (async () => {
    let rest = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      said.push(chunk)
      const parts = (rest + chunk).split('\n')
      rest = parts.pop()!
      heard.push(...parts.map(read))
    }
  })()
  return {
    heard,
    say: (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    /** Ends its input. @returns all that it wrote */
    end: async () => {
      await child.stdin.end()
      const errors = await new Response(child.stderr).text()
      await reading
      return { status: await child.exited, text: said.join('') + errors }
    },
  }
}
const call = (id: number, args: object) => ({ id, method: 'tools/call', params: { name: TOOL, arguments: args } })

test.each(RAILS)('a call that its host gave up is bought once, and the next one has its answer (%s)', async (rail) => {
  const before = await world.spent()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isHeld = false
  world.meddle(async (_request, forward, body) => {
    const response = await forward()
    if (paymentOf(body) === null) return response
    isHeld = true
    await held
    return response
  })
  const program = lines(wallets[rail])
  program.say(call(1, ITEM))
  await until('the payment is under way', () => isHeld)
  program.say({ method: 'notifications/cancelled', params: { requestId: 1 } })
  program.say(call(2, ITEM))
  // A call of its own passes by.
  program.say({ id: 3, method: 'tools/call', params: { name: 'claros_health', arguments: {} } })
  await until('the other call is answered', () => program.heard.some(({ id }) => id === 3))
  release()
  await until('the second call is answered', () => program.heard.some(({ id }) => id === 2))
  // A host that says it late has not had the answer either.
  program.say({ method: 'notifications/cancelled', params: { requestId: 2 } })
  program.say(call(4, ITEM))
  const { status, text } = await program.end()
  expect([status, program.heard.map(({ id }) => id).toSorted()]).toEqual([0, [2, 3, 4]])
  const answers = program.heard.filter(({ id }) => id !== 3).map(({ result }) => result as Record<string, Json>)
  expect(answers.map(({ isError }) => isError)).toEqual([undefined, undefined])
  const texts = answers.map(({ content }) => (content as readonly { readonly text: string }[])[0]!.text)
  expect([new Set(texts).size, new Set(world.shown).size]).toEqual([1, 1])
  expect((await world.spent()).sales).toBe(before.sales + 1)
  for (const secret of world.secrets) expect(text).not.toContain(secret)
})

test('a call that is given up before it is paid is not paid', async () => {
  const before = await world.spent()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let isHeld = false
  world.meddle(async (_request, forward, body) => {
    const response = await forward()
    if (!body?.includes('tools/call')) return response
    isHeld = true
    await held
    return response
  })
  const program = lines(wallets.x402)
  program.say(call(1, ITEM))
  await until('the price is asked', () => isHeld)
  program.say({ method: 'notifications/cancelled', params: { requestId: 1 } })
  program.say({ id: 2, method: 'ping' })
  await until('the cancellation is read', () => program.heard.some(({ id }) => id === 2))
  release()
  expect((await program.end()).status).toBe(0)
  expect([program.heard.map(({ id }) => id), world.shown, await world.spent()]).toEqual([[2], [], before])
})

test('no secret is told, whatever goes wrong', async () => {
  world.meddle(() => new Response('no', { status: 500 }))
  const program = lines({ ...wallets.l402, ...wallets.x402 })
  program.say(call(1, ITEM))
  await until('it is answered', () => program.heard.length > 0)
  world.meddle(losing)
  program.say(call(2, ITEM))
  program.say(call(3, OTHER))
  const { text } = await program.end()
  expect(text).toContain('payment_unsettled')
  for (const secret of world.secrets) expect(text).not.toContain(secret)
})
