#!/usr/bin/env node
import { spawn } from 'node:child_process'
import process from 'node:process'
import { mcpCommand } from './mcp.ts'
import { LIGHTNING_WALLET } from './wallets.ts'

/** `claros-client COMMAND`: what of the command line is packed with the client. It runs on Node 20, without an installation. */

const HELP = `claros-client: what the package claros-client does by itself

  claros-client mcp URL     the tools of a Claros service for agents, on standard input and output; "mcp --help"
`

/** Node has one from version 22 on, and from 20.10 on behind this option. */
const WITH_SOCKETS = '--experimental-websocket'

/** Runs this program again where a wallet is reached over a socket, and this Node hides its sockets. */
const againWithSockets = (): Promise<number> =>
  new Promise((resolve) => {
    const args = [WITH_SOCKETS, '--no-warnings', ...process.argv.slice(1)]
    const child = spawn(process.execPath, args, { stdio: 'inherit' })
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    child.on('error', () => resolve(2))
    child.on('exit', (status) => resolve(status ?? 2))
  })

const needsSockets = (): boolean =>
  typeof WebSocket === 'undefined' &&
  !process.execArgv.includes(WITH_SOCKETS) &&
  LIGHTNING_WALLET.some((name) => process.env[name])

const [command, ...args] = process.argv.slice(2)
if (command === 'mcp') process.exit(await (needsSockets() ? againWithSockets() : mcpCommand(args, process.env)))
const isHelp = command === undefined || ['help', '--help', '-h'].includes(command)
process[isHelp ? 'stdout' : 'stderr'].write(HELP)
process.exit(isHelp ? 0 : 2)
