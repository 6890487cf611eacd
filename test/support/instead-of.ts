type Call = (...args: readonly unknown[]) => unknown

/** The same client, but for one command: `act` is called in its place, with what it would have done. */
export const insteadOf = <T extends object>(client: T, name: string, act: (go: Call) => Call): T =>
  new Proxy(client, {
    get: (target, asked) => {
      const value = Reflect.get(target, asked, target) as unknown
      if (typeof value !== 'function') return value
      const bound = value.bind(target) as Call
      return asked === name ? act(bound) : bound
    },
  })
