Imports System.Collections.Generic

Namespace Shop
    Public Interface ICartStore
        Sub Save(item As Item)
    End Interface

    ' Public Class Hidden
    Public Class Cart
        Implements ICartStore

        Private Const MaxItems As Integer = 20
        Public Property Total As Decimal

        Public Sub Save(item As Item) Implements ICartStore.Save
            Total = Total + PriceOf(item)
        End Sub

        Public Function IsFull() As Boolean
            Return Count >= MaxItems
        End Function
    End Class
End Namespace
