share-title = Invite people to this { $game } table
share-server = Send people in this group this link to the table's message:
share-group = Send people in this group this link to the table:
share-room = This address leads into the room. A phone's camera reads the code:
share-computer = Only this computer can open this address. For others, my operator sets KIU_HOST and KIU_ROOM_PASSWORD:
share-code = A QR code with the address { $address }
refused-nobody-can-come = Nobody else can come to this table. Open one in a group.
