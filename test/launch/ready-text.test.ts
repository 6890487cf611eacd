import { describe, expect, test } from 'bun:test'
import { type ReadyFacts, readyText } from '../../src/launch/ready-text.ts'
import { type ServingHealth, untilServing } from '../../src/launch/serving.ts'
import { wrapped } from '../../src/launch/wrapped.ts'

/** What `npm start` says once, and when. */

const OPEN = { open: true, reason: null, warning: null }
const HEALTH: ServingHealth = {
  sellable: 5,
  total: 9,
  rails: [
    { rail: 'l402', ...OPEN },
    { rail: 'x402', ...OPEN },
  ],
  workers: [{ role: 'courier', working: true, reason: null }],
  oracle: { signs: true },
}
const AWAY = { role: 'courier', working: false, reason: 'no process plays it' }
const FACTS: ReadyFacts = {
  url: 'http://localhost:8402',
  adminUrl: 'http://127.0.0.1:8403',
  health: HEALTH,
  rails: [
    { rail: 'l402', name: 'Lightning', openedBy: ['LIGHTNING', 'LIGHTNING_URL', 'LIGHTNING_SECRET'] },
    { rail: 'x402', name: 'USDC', openedBy: ['PAY_TO', 'FACILITATOR_URL'] },
  ],
  closed: null,
  misspelt: [],
  publicUrlSet: true,
}

/** As one line, however it was broken. */
const said = (facts: Partial<ReadyFacts>): string => readyText({ ...FACTS, ...facts }).replaceAll(/\s+/g, ' ')

describe('the words', () => {
  test('say what can be bought, and no more than there is to say', () => {
    expect(readyText(FACTS).split('\n')).toEqual([
      'Claros is ready: http://localhost:8402',
      '  Paid with   Lightning: open.',
      '  Paid with   USDC: open.',
      '  For sale    5 of 9 answers are current. The others follow as their sources answer;',
      '              http://localhost:8402/health names them.',
      '  Events      The DLC oracle signs.',
      '  Look        http://localhost:8402/llms.txt and for operators http://127.0.0.1:8403/actors',
    ])
    expect(said({ health: { ...HEALTH, sellable: 9 } })).toContain('9 of 9 answers are current. Events')
    expect(said({ adminUrl: null })).toEndWith('Look http://localhost:8402/llms.txt')
  })

  test('say what cannot be bought, and which setting opens it', () => {
    const none = said({ health: { ...HEALTH, rails: [] }, closed: 'These feeds stay closed: x until Y is given' })
    expect(none).toContain('Lightning: not set up. LIGHTNING, LIGHTNING_URL and LIGHTNING_SECRET open it.')
    expect(none).toContain('USDC: not set up. PAY_TO and FACILITATOR_URL open it.')
    expect(none).toContain('Nothing, since there is no way to pay. 5 of 9')
    expect(none).toContain('Previews are free.')
    expect(none).toContain('These feeds stay closed: x until Y is given. http://localhost:8402/health names all.')
    const [closed, warned] = [
      { rail: 'l402', open: false, reason: 'the node is away', warning: null },
      { rail: 'x402', open: true, reason: null, warning: 'the chain is behind' },
    ]
    const half = said({ health: { ...HEALTH, rails: [closed!, warned!], oracle: { signs: false } } })
    expect(half).toContain('Lightning: set up, and closed at this moment: the node is away.')
    expect(half).toContain('USDC: open, but the chain is behind.')
    expect(half).toContain('The DLC oracle does not sign yet')
    expect(half).not.toContain('Nothing')
    expect(half).not.toContain('Missing')
    expect(said({ health: { ...HEALTH, workers: [AWAY] } })).toContain('Missing courier: no process plays it. Events')
    expect(said({ health: { ...HEALTH, rails: [closed!] } })).toContain(
      'Nothing at this moment, since no way to pay is',
    )
  })

  test('say what was misspelt, and that buyers are sent to localhost', () => {
    const facts = said({ misspelt: ['PAYTO is no setting.'], publicUrlSet: false })
    expect(facts).toStartWith('Claros is ready: http://localhost:8402 Misspelt PAYTO is no setting. Paid with')
    expect(facts).toContain('Address Offers and documents name localhost. PUBLIC_URL is')
    expect(said({})).not.toContain('PUBLIC_URL')
  })

  test('are broken at blanks, at most 100 columns wide, each line under the text of the first', () => {
    const lines = wrapped('  head   ', 'word '.repeat(60).trim()).split('\n')
    expect(lines[0]).toStartWith('  head   word word')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100)
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {9}word/)
    expect(lines.join(' ').match(/word/g)).toHaveLength(60)
    expect(wrapped('  ', 'x'.repeat(300))).toBe(`  ${'x'.repeat(300)}`)
  })
})

describe('the moment', () => {
  /** A service that says one thing after the other, and the last for ever. */
  const service = (...says: readonly (ServingHealth | number)[]) => {
    const asked: string[] = []
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers }) => {
        const now = says[Math.min(asked.length, says.length - 1)]!
        asked.push(headers.get('host') ?? '')
        return typeof now === 'number' ? new Response('', { status: now }) : Response.json(now)
      },
    })
    return { server, asked }
  }
  const waits = async (
    patienceMs: number,
    isLeaving: (asked: number) => boolean,
    ...says: readonly (ServingHealth | number)[]
  ) => {
    const { server, asked } = service(...says)
    try {
      const health = await untilServing({
        url: server.url.origin,
        host: 'oracle.example',
        patienceMs,
        isLeaving: () => isLeaving(asked.length),
      })
      return { health, asked }
    } finally {
      await server.stop(true)
    }
  }
  const never = () => false

  test('comes when something is for sale, the oracle signs, every rail is open and all are at work', async () => {
    const nothing = { ...HEALTH, sellable: 0 }
    const unsigned = { ...HEALTH, oracle: { signs: false } }
    const closed = { ...HEALTH, rails: [{ rail: 'l402', open: false, reason: 'away', warning: null }] }
    const without = { ...HEALTH, workers: [AWAY] }
    const { health, asked } = await waits(60_000, never, 503, nothing, unsigned, closed, without, HEALTH)
    expect(health).toEqual(HEALTH)
    expect(asked).toEqual(Array.from({ length: 6 }, () => 'oracle.example'))
  })

  test('comes without rails, and when it has listened for long enough, whatever is missing', async () => {
    expect((await waits(60_000, never, { ...HEALTH, rails: [] })).asked).toHaveLength(1)
    const nothing = { ...HEALTH, sellable: 0 }
    expect((await waits(0, never, 503, nothing, HEALTH)).health).toEqual(nothing)
  })

  test('never comes to a service that is being stopped', async () => {
    expect((await waits(60_000, (asked) => asked >= 2, 503)).health).toBeNull()
  })
})
