/** One page: its text, and links to the others. `link` makes a link of a path and its words. */
export function Article({ page, link = (path, words) => <a href={path}>{words}</a> }) {
  return (
    <main>
      <h1>{page.title}</h1>
      <p>{page.text}</p>
      <ul>
        {page.links.map(([path, words]) => (
          <li key={path}>{link(path, words)}</li>
        ))}
      </ul>
    </main>
  )
}
