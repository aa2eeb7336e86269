# How the example is made.

# The compiler.
CC ?= gcc
CFLAGS := -O2 \
	-Wall
CFLAGS += -g
export VERSION = 1
override DEBUG ::= a:b
OBJECTS += a.o
OBJECTS += b.o

.PHONY: all clean
.DEFAULT_GOAL := all

# Makes all.
all: build/app docs ## Makes everything

build/app: $(OBJECTS) | build
	$(CC) -o $@ $^
# In between.
	@echo target: no

%.o: %.c
	$(CC) -c $<
clean distclean::
	rm -rf build
debug: CFLAGS = -g
debug: all
ifdef WINDOWS
SUFFIX = .exe
$(NAME)$(SUFFIX): all ; copy $<
endif

define RECIPE
one: two
three = 4
endef
include other.mk
