import { describe, expect, test } from 'bun:test'
import { clipped, pretty } from '../../src/demo/pretty.ts'
import { terminal } from '../../src/demo/terminal.ts'
import { thingsToTry } from '../../src/demo/things-to-try.ts'

/** What the tour writes. */

/** The output of what is done with a terminal, or with a file. */
const written = (isTTY: boolean, act: (shown: ReturnType<typeof terminal>) => void): string => {
  let out = ''
  act(terminal({ isTTY, write: (text) => void (out += text) }))
  return out
}

const CLEAR = '\r\u001B[K'

describe('a count-down', () => {
  const fromTwelve = (isTTY: boolean) =>
    written(isTTY, ({ say, countDown }) => {
      for (let at = 12; at >= 0; at--) for (let times = 0; times < 3; times++) countDown('it matures', at)
      say('done')
    })

  test('is one line of a terminal, which is gone when it is over', () => {
    const out = fromTwelve(true)
    expect(out).toStartWith(`${CLEAR}   it matures in 12 s${CLEAR}   it matures in 11 s${CLEAR}`)
    expect(out).toEndWith(`${CLEAR}   it matures in 1 s${CLEAR}done\n`)
    expect(out.match(/in \d+ s/g)).toHaveLength(12)
  })

  test('is a line of a file now and then, without control characters', () => {
    expect(fromTwelve(false)).toBe('   it matures in 10 s\ndone\n')
  })

  test('that is interrupted by a line leaves nothing before it', () => {
    const out = written(true, ({ say, countDown }) => {
      countDown('it matures', 9)
      say('something else')
      countDown('it matures', 8)
    })
    expect(out).toBe(`${CLEAR}   it matures in 9 s${CLEAR}something else\n${CLEAR}   it matures in 8 s`)
  })
})

describe('a body', () => {
  test('has a member in each line, none longer than the line, and says that there is more', () => {
    const body = {
      price: '1.50',
      sources: ['a', 'b'],
      deep: { x: 1, y: [true, null] },
      long: 'x'.repeat(200),
      other: 1,
    }
    const lines = pretty(body, ['price', 'sources', 'deep', 'long', 'absent']).split('\n')
    expect(lines.slice(0, 4)).toEqual([
      '   {',
      '     "price": "1.50",',
      '     "sources": ["a", "b"],',
      '     "deep": {"x": 1, "y": [true, null]},',
    ])
    expect(lines[4]).toBe(`${'     "long": "'.padEnd(99, 'x')}…`)
    expect(lines.slice(5)).toEqual(['     …', '   }'])
    expect(pretty({ a: 1 }, ['a'])).toBe('   {\n     "a": 1,\n   }')
    expect([clipped('abc', 3), clipped('abcd', 3)]).toEqual(['abc', 'ab…'])
  })
})

test('the end names three things to try with whole addresses, and whether they answer now', () => {
  const places = { baseUrl: 'http://b:1', sandboxUrl: 'http://s:2', adminUrl: 'http://a:3' }
  const said = thingsToTry(places, false)
  expect(said.match(/^ {2}\d\. /gm)).toEqual(['  1. ', '  2. ', '  3. '])
  for (const address of [
    'http://b:1/llms.txt',
    'curl http://s:2/world -d',
    'curl http://b:1/oracle/price/eth/usd/preview',
    'http://a:3/actors',
    'http://a:3/money',
  ])
    expect(said).toContain(address)
  expect([said.includes('--once'), thingsToTry(places, true).includes('without --once')]).toEqual([false, true])
})
