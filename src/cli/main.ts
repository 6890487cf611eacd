/** `claros COMMAND`: the command line. Each command loads only its own code, since loading takes longer than most work. */

const HELP = `claros: a pay-per-query oracle

  claros verify FILE|-    check a bought answer offline; "-" reads standard input
         --key HEX        also require this public key; with --keys: one whose chain it stands in
         --keys FILE|URL  also require a key of these documents, valid at the time of the answer; given twice, both
                          must tell of one chain
                          (URL: /.well-known/claros-keys.json of the service; the only use of the network)
         --hash HEX       of the evidence of a DLC event: the evidenceHash that was attested
         --json           print the result as JSON
  claros buy PATH         buy an answer within a limit, verify it, print it; see "claros buy --help"
  claros mcp URL          the service's tools for agents, on standard input and output; pays for them within
                          limits where it is given a wallet; "claros mcp --help"
  claros dlc check        compare the DLC oracle's journal, guard and Redis; see "claros dlc --help"
  claros dlc restore      copy to each of them what only the others hold
  claros keys create DIR  keys for a service on several machines, a folder for each part; "claros keys --help"
  claros keys show DIR    the public keys in a folder
  claros keys rotate      another key for answers, while serving; also prepare and revoke
  claros sales            what was sold, by day, month, item or rail; see "claros sales --help"
  claros reconcile        compare money on the chain and the Lightning node with the ledger; "claros reconcile --help"
  claros store move       the store of a stopped service goes to another Redis; "claros store --help"
  claros sources check    ask each provider once, and say what was read; see "claros sources --help"

Exit status: 0 whole or in order, 1 not, 2 it could not be read or run.
Run the service with "npm start", try everything with "npm run demo".
`

const [command, ...args] = process.argv.slice(2)
switch (command) {
  case 'verify':
    process.exit(await (await import('./verify.ts')).verifyCommand(args))
  case 'buy':
    process.exit(await (await import('./buy.ts')).buyCommand(args, process.env))
  case 'mcp':
    process.exit(await (await import('./mcp.ts')).mcpCommand(args, process.env))
  case 'dlc':
    process.exit(await (await import('./dlc.ts')).dlcCommand(args, process.env))
  case 'keys':
    process.exit(await (await import('./keys.ts')).keysCommand(args, process.env))
  case 'sales':
    process.exit(await (await import('./sales.ts')).salesCommand(args, process.env))
  case 'reconcile':
    process.exit(await (await import('./reconcile.ts')).reconcileCommand(args, process.env))
  case 'store':
    process.exit(await (await import('./store.ts')).storeCommand(args, process.env))
  case 'sources':
    process.exit(await (await import('./sources.ts')).sourcesCommand(args, process.env))
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

export {}
