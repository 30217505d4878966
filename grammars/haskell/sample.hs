{-# LANGUAGE LambdaCase #-}
module Text.Layout
  ( Doc (..)
  , render
  ) where

import qualified Data.Map.Strict as Map
import Data.List (intercalate, sortOn)

type Width = Int

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

data Doc
  = Empty
  | Text { content :: String }
  | Beside Doc Doc
  deriving (Eq, Show)

class Pretty a where
  pretty :: a -> Doc
  pretty _ = Empty

instance Pretty Bool where
  pretty flag = Text (show flag)

maxWidth :: Width
maxWidth = 80

render :: Width -> Doc -> String
render width = \case
  Empty -> ""
  Text text -> take width text
  Beside left right -> joinWith (render half left) (render half right)
  where
    half = width `div` 2
    joinWith a b = intercalate " " [a, b]

(<+>) :: Doc -> Doc -> Doc
left <+> right = Beside left right

lookupDoc :: Map.Map String Doc -> String -> Either LayoutError Doc
lookupDoc table key = maybe (Left (Missing key)) Right $ Map.lookup key table
