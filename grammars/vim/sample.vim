" A small plugin
runtime plugin/helpers.vim
let g:notes_dir = '~/notes'

augroup notes
augroup END

function! notes#open(title) abort
  execute 'edit' s:path(a:title)
endfunction

function s:path(title)
  return g:notes_dir . '/' . a:title
endfunction

command! -nargs=1 NotesOpen call notes#open(<q-args>)
