import { mount } from 'svelte'
import List from './List.svelte'

mount(List, { target: document.getElementById('app') })
