#!/usr/bin/perl
package Shop::Cart;
use strict;
use warnings;
use parent 'Shop::Base';
use List::Util qw(sum first);
require Shop::Prices;

use constant MAX_ITEMS => 20;
our $VERSION = '1.0';
my %registry;

sub new {
    my ($class, %args) = @_;
    my $self = bless { items => [], %args }, $class;
    return $self;
}

sub add {
    my ($self, $item) = @_;
    die "full" if @{ $self->{items} } >= MAX_ITEMS;
    push @{ $self->{items} }, $item;
    $self->recount();
    Shop::Log::info("added", format_item($item));
}

sub recount {
    my $self = shift;
    $self->{total} = sum(map { $_->price } @{ $self->{items} });
    return Shop::Prices->round($self->{total});
}

package main;

my $cart = Shop::Cart->new(owner => 'me');
$cart->add(load_item(\&fallback));
1;
