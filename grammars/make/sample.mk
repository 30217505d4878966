include common.mk
CC := gcc
SOURCES = $(wildcard src/*.c)
export PREFIX ?= /usr/local

.PHONY: all clean
all: build docs

build: $(SOURCES)
	$(CC) -o $@ $(SOURCES)

define install_template
install -m 755 $(1) $(PREFIX)/bin
endef

%.o: %.c
	$(CC) -c $<

clean:
	rm -rf build
