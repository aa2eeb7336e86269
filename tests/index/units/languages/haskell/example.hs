{-# LANGUAGE GADTs #-}

-- | Shapes, and where they are drawn.
--
-- On any canvas.
module Maps.Shapes
  ( Shape (..)
  , add
  ) where

import qualified Data.Map as Map

-- | The most corners.
limit :: Int
limit = 64

infixl 6 <+>

-- | Adds two shapes.
(<+>) :: Shape -> Shape -> Shape
one <+> other = one `over` other

-- | North and its like.
data Direction
  = North -- ^ up
  | South
    -- ^ down
    -- on the map
  -- | on the side
  | East
  | Turned Int Direction
  deriving (Show, Eq)

-- | A place on the map.
data Point a = Point
  { x, y :: a -- ^ from the corner
  , label :: String
    -- ^ what a reader sees
  }

newtype Metres = Metres { unMetres :: Double }

data Expr a where
  -- | A number.
  Number :: Int -> Expr Int
  Both :: { left :: Expr a, right :: Expr b } -> Expr (a, b)

-- A name that is shorter.
type Places a = Map.Map String (Point a)

type family Elem c
type instance Elem [e] = e

-- | What can be drawn.
class Eq a => Shape a where
  {-# MINIMAL area #-}

  -- | What it is drawn on.
  type Canvas a

  -- | In square metres.
  area :: a -> Double

  draw, hide :: a -> IO ()
  draw _ = pure ()

  -- Not about anything, as a line is empty below.

instance Shape (Point a) where
  area _ = 0
  draw p = hide p

instance (Shape a, Shape b) => Shape (a, b) where
  area (a, b) = total
    where
      total = area a + area b

deriving instance Show a => Show (Point a)

-- | Adds a shape.
--
-- Twice.
add
  :: Int -- ^ how often
  -> Shape
  -> Shape
add 0 shape = shape
add n shape
  | n < 0 = error "less than nothing"
  | otherwise = go n
  where
    go 0 = shape
    go m = add (m - 1) shape

isEven, isOdd :: Int -> Bool
isEven 0 = True
isEven n = isOdd (n - 1)

isOdd 0 = False
isOdd n = isEven (n - 1)

(first, second) = (1, 2)

{- | Says it
   twice. -}
twice' :: String -> String
twice' = \text -> text ++ text

pattern Pair :: a -> b -> (a, b)
pattern Pair one other = (one, other)

foreign import ccall "math.h sin" sine :: Double -> Double

main :: IO ()
main = do
  let local = 1
  print local
