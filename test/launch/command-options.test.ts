import { describe, expect, test } from 'bun:test'
import { DemoConfig } from '../../src/config.ts'
import { BadUsage, type Command, optionLines, readCommandLine } from '../../src/launch/command-options.ts'

const COMMAND: Command = {
  name: 'npm run demo',
  settings: DemoConfig.properties,
  switches: { once: 'end after it', fast: 'leave out what takes long' },
}

const refusal = (args: readonly string[], env: Record<string, string> = {}): string => {
  try {
    readCommandLine(COMMAND, args, env)
  } catch (problem) {
    if (problem instanceof BadUsage) return problem.message
    throw problem
  }
  return 'nothing was wrong'
}

describe('options of a command', () => {
  test('are its settings that are marked, by the names of settings, and its switches', () => {
    const { settings, on } = readCommandLine(COMMAND, ['--port', '0', '--data=x', '--fast'], {})
    expect(settings).toEqual({ PORT: '0', DATA_DIR: 'x' })
    expect([...on]).toEqual(['fast'])
    expect(readCommandLine(COMMAND, ['--data', ' a b ', '--port=80', '--once', '--once'], {})).toEqual({
      settings: { DATA_DIR: 'a b', PORT: '80' },
      on: new Set(['once']),
    })
    expect(readCommandLine(COMMAND, [], {})).toEqual({ settings: {}, on: new Set() })
  })

  test('others are refused, with the nearest and with all that there are', () => {
    for (const [args, fault] of [
      [['--onec'], '--onec is no option of npm run demo. Did you mean --once?'],
      [['--prot', '1'], '--prot is no option of npm run demo. Did you mean --port?'],
      [['--elephant'], '--elephant is no option of npm run demo.\n'],
      [['-p', '1'], '-p is no option of npm run demo.'],
      [['8402'], 'npm run demo takes options only, found "8402".'],
      [['--port'], '--port needs a value: --port N'],
      [['--port', '--fast'], '--port needs a value: --port N'],
      [['--port', 'http'], '--port is "http", which is not a whole number from 0 to 65535.'],
      [['--port=70000'], '--port is 70000, which is not a whole number from 0 to 65535.'],
      [['--data', ''], '--data is empty.'],
      [['--data', '  '], '--data is empty.'],
      [['--data='], '--data is empty.'],
      [['--port', ' '], '--port is empty.'],
      [['--port', '-1'], '--port is "-1", which is not a whole number from 0 to 65535.'],
      [['--port', '1', '--port', '2'], '--port is given twice.'],
      [['--data=a', '--data', 'a'], '--data is given twice.'],
      [['--host', '127.0.0.1:80'], '--host is "127.0.0.1:80", which is not an address or a name, without a port'],
      [['--host', '[::1]'], '--host is "[::1]", which is not an address or a name, without a port and brackets.'],
      [['--no-fast'], '--no-fast is no option of npm run demo.'],
      [['--', 'x'], 'npm run demo takes options only, found "x".'],
      [['--porrt', '1'], '--porrt is no option of npm run demo. Did you mean --port?'],
      [['--FAST'], '--FAST is no option of npm run demo. Did you mean --fast?'],
      [['--once=yes'], '--once takes no value.'],
    ] as const) {
      expect([args, refusal(args).startsWith(fault)]).toEqual([args, true])
      expect(refusal(args)).toContain(optionLines(COMMAND))
    }
  })

  test('that npm kept for itself are refused with the dashes that were missing', () => {
    expect(refusal([], { npm_config_port: '80' })).toStartWith(
      'npm has taken --port for itself. Write two dashes before it: npm run demo -- --port …',
    )
    expect(refusal([], { npm_config_loglevel: 'silent' })).toBe('nothing was wrong')
  })

  test('are told with their defaults', () => {
    expect(optionLines(COMMAND)).toMatch(/--port N +TCP port .* \(default 8402\)\n/)
    expect(optionLines(COMMAND)).toMatch(/--data DIR .*\(default\s+\.\/data\/demo\)/)
    expect(
      optionLines(COMMAND)
        .split('\n')
        .every((line) => line.length <= 100),
    ).toBe(true)
  })
})
