import { Link, useLoaderData } from 'react-router'
import { Article } from './article.jsx'

export function Component() {
  return <Article page={useLoaderData()} link={(path, words) => <Link to={path}>{words}</Link>} />
}
