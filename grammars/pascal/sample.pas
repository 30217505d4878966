unit Cart;

interface

uses Prices, SysUtils;

type
  TItem = record
    Name: string;
  end;

  ICartStore = interface
    procedure Save(Item: TItem);
  end;

  TCart = class(TInterfacedObject, ICartStore)
  public
    procedure Save(Item: TItem);
    property Total: Currency read FTotal;
  end;

implementation

{ procedure Hidden; }
procedure TCart.Save(Item: TItem);
begin
  FTotal := FTotal + PriceOf(Item);
end;

end.
