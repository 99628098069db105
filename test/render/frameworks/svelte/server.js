import { render as renderComponent } from 'svelte/server'
import Article from './Article.svelte'

export const render = page => renderComponent(Article, { props: { page } }).body
