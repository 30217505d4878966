with Ada.Text_IO; use Ada.Text_IO;
with Shop.Prices;

package body Shop.Cart is

   Max_Items : constant Integer := 20;
   Cart_Full : exception;

   type Item_Array is array (Positive range <>) of Item;

   -- procedure Hidden is
   procedure Add (Cart : in out Cart_Type; Item : Item_Type) is
   begin
      if Is_Full (Cart) then
         raise Cart_Full;
      end if;
      Put_Line (Image (Item));
   end Add;

   function Is_Full (Cart : Cart_Type) return Boolean is
     (Cart.Count >= Max_Items);

end Shop.Cart;
