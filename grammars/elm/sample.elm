module Main exposing (Model, main)

import Browser
import Html exposing (Html, button, text)
import Api.Items as Items


type alias Model =
    { count : Int
    , items : List Item
    }


type Msg
    = Increment
    | Loaded (Result Http.Error (List Item))


port save : String -> Cmd msg


maxCount : Int
maxCount =
    10


init : () -> ( Model, Cmd Msg )
init _ =
    ( emptyModel, Items.fetch Loaded )


update : Msg -> Model -> Model
update msg model =
    case msg of
        Increment ->
            { model | count = clampTo maxCount (model.count + 1) }

        Loaded result ->
            let
                merged =
                    Result.withDefault [] result
            in
            { model | items = merged }


view : Model -> Html Msg
view model =
    button [ onClick Increment ] [ text (String.fromInt model.count) ]


main =
    Browser.sandbox { init = init, update = update, view = view }
