import { mount } from 'svelte'
import Routed from './Routed.svelte'

mount(Routed, { target: document.getElementById('app') })
