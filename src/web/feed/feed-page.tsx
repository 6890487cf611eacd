export const FeedPage = ({ path }: { readonly path: string }) => <h1>{path}</h1>
