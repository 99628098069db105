import { hydrate } from 'svelte'
import Article from './Article.svelte'

hydrate(Article, {
  target: document.getElementById('root'),
  props: { page: JSON.parse(document.getElementById('page').textContent) },
})
