; prints a line
%include "macros.inc"
limit equ 20

section .text
global _start

_start:
    mov rdi, limit
    call print_line
    jmp finish

print_line:
    ret
finish:
    syscall
