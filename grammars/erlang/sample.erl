%% A counter server.
-module(counter).
-behaviour(gen_server).
-include("records.hrl").
-export([start_link/0, increment/1]).

-define(TIMEOUT, 5000).
-record(state, {count = 0 :: integer()}).
-type name() :: atom() | pid().

-spec start_link() -> {ok, pid()}.
start_link() ->
    gen_server:start_link({local, ?MODULE}, ?MODULE, [], []).

increment(Name) when is_atom(Name) ->
    gen_server:call(Name, increment, ?TIMEOUT).

handle_call(increment, _From, State = #state{count = Count}) ->
    metrics:record(counter, Count + 1),
    {reply, ok, State#state{count = next(Count)}}.

next(Count) -> Count + 1.
