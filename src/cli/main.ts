import { verifyCommand } from './verify.ts'

/** `claros COMMAND`: what can be done from a shell. */

const HELP = `claros: a pay-per-query oracle

  claros verify FILE|-    check a bought answer offline; "-" reads standard input
         --key HEX        also require this public key
         --json           print the result as JSON

Exit status: 0 the answer is whole, 1 it is not, 2 it could not be read.
Run the service with "npm start", try everything with "npm run demo".
`

const [command, ...args] = process.argv.slice(2)
switch (command) {
  case 'verify':
    process.exit(await verifyCommand(args))
  case undefined:
  case 'help':
  case '--help':
  case '-h':
    process.stdout.write(HELP)
    process.exit(0)
  default:
    process.stderr.write(`claros: no command ${JSON.stringify(command)}\n\n${HELP}`)
    process.exit(2)
}
